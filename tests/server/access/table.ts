import {casesOf, describeTarget} from './cases'
import {ACTORS, type Actor} from './people'

/** One line a call and target, one column an actor: the statuses that people and programs get. */
export function accessTable(calls: readonly string[]): string {
  const lines = calls.flatMap(linesOf)
  const [calling, targets] = [widest(lines.map(({call}) => call)), widest(lines.map(({target}) => target))]
  const printed = [{call: '', target: '', cells: Object.values(HEADS)}, ...lines].map(({call, target, cells}) =>
    [call.padEnd(calling), target.padEnd(targets), ...cells.map(cell => cell.padEnd(4))].join('  ').trimEnd(),
  )
  return `${[...LEGEND, ...printed].join('\n')}\n`
}

interface Line {
  call: string
  target: string
  cells: string[]
}

const HEADS: Readonly<Record<Actor, string>> = {
  nobody: 'none',
  SYS_ADMIN: 'SYS',
  ORGANISATION_ADMIN: 'ORG',
  CUSTOMER_ADMIN: 'CUST',
  CUSTOMER_USER: 'USER',
  newcomer: 'NEW',
  WALL: 'WALL',
  'SYS_ADMIN key to read': 'SYSr',
  'SYS_ADMIN key to write': 'SYSw',
  'ORGANISATION_ADMIN key to read': 'ORGr',
  'ORGANISATION_ADMIN key to write': 'ORGw',
  'CUSTOMER_ADMIN key to read': 'CUSr',
  'CUSTOMER_ADMIN key to write': 'CUSw',
  'CUSTOMER_USER key to read': 'USEr',
  'CUSTOMER_USER key to write': 'USEw',
}

const LEGEND = [
  '# The HTTP status that each call answers: a line has a call and whose entity it names, a column has who calls.',
  '# none: without credentials; SYS, ORG, CUST: admins of the system, an organisation, a customer; USER: a user of a',
  '# customer; NEW: registered, not yet taken in by an organisation; WALL: a screen with a wall link;',
  '# …r, …w: an API key of that authority, for reading or for writing too. -: there is no such case.',
  '',
]

function linesOf(call: string): Line[] {
  const cases = casesOf(call).map(({actor, target, status}) => ({
    actor,
    target: target === undefined ? '' : describeTarget(target),
    status,
  }))
  return [...new Set(cases.map(({target}) => target))].map(target => {
    const statuses = new Map(cases.filter(one => one.target === target).map(({actor, status}) => [actor, status]))
    return {call, target, cells: ACTORS.map(actor => String(statuses.get(actor) ?? '-'))}
  })
}

const widest = (words: readonly string[]): number => Math.max(...words.map(word => word.length))
