import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {analyse} from 'scslre'
import {parseSync} from 'vite'
import {sourcesBelow} from './imports'

/**
 * Returns the regular expressions whose time grows faster than the text, a sentence each. Browsers run their own user's
 * texts alone, so there an expression may start over at each character, as `/ +$/` does, but may not try the same text in
 * many ways.
 */
export function backtracking(file: string, text: string): string[] {
  const reportTypes = {Move: !file.startsWith('src/')}
  // A parser that reads the whole file knows a division from an expression.
  return expressionsIn(parseSync(file, text).program).flatMap(({pattern, flags}) => {
    const [found] = analyse({source: pattern, flags}, {maxReports: 1, reportTypes}).reports
    if (found === undefined) return []
    return [`${file}: /${pattern}/ takes ${found.exponential ? 'exponential' : 'quadratic'} time`]
  })
}

export const readBacktracking = (root: string, sides: readonly string[]): string[] =>
  sides
    .flatMap(side => sourcesBelow(root, side))
    .flatMap(file => backtracking(file, readFileSync(join(root, file), 'utf8')))

interface Expression {
  pattern: string
  flags: string
}

function expressionsIn(node: unknown): Expression[] {
  if (typeof node !== 'object' || node === null) return []
  if ('regex' in node && isExpression(node.regex)) return [node.regex]
  return Object.values(node).flatMap(expressionsIn)
}

const isExpression = (value: unknown): value is Expression =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value
