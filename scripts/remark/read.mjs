// Reads pages as MDX: one JSON string a line on standard input, one JSON value a line on standard output, which is a
// list of [line, info, code, column] for each fence, or null for a page that is no MDX.
import readline from 'node:readline'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import {unified} from 'unified'

const processor = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkMdx)

function fences(node, found) {
  if (node.type === 'code') {
    const info = [node.lang, node.meta].filter(Boolean).join(' ')
    found.push([node.position.start.line, info, node.value, node.position.start.column])
  }
  for (const child of node.children ?? []) fences(child, found)
  return found
}

function read(text) {
  try {
    return fences(processor.parse(text), [])
  } catch {
    return null
  }
}

for await (const line of readline.createInterface({input: process.stdin})) {
  process.stdout.write(JSON.stringify(read(JSON.parse(line))) + '\n')
}
