import {readFileSync} from 'node:fs'
import {join, posix} from 'node:path'
import {sourcesBelow} from './imports'

interface Kind {
  of: RegExp
  /** The folders of `tests` that are searched. */
  in: RegExp
  instead: string
}

const KINDS: readonly Kind[] = [
  {
    of: /^ *\}, [\d_]{4,}\)$|\b(?:test|hook)Timeout\b|\.timeout\([\d_]+\)\.emit|\b(?:it|deep|poll|waitFor)\b.*\{.*\btimeout: [\d_]{4,}/m,
    in: /./,
    instead: 'end by what it waits for, as `support/limits.ts` has it, instead of by a limit of its own',
  },
  {
    of: /\bperformance\.now\(\)/,
    // The time of `coalesce` is a faked one.
    in: /^(?:api|journeys|server)\/(?!live\/rooms\/coalesce)/,
    instead: 'assert what causes a delay instead of how long it was; speed is for the bench',
  },
  {
    of: /^ *expect\(\(await fetch\(.*$/m,
    in: /^(?:journeys|server\/(?:deploy|lifecycle))\//,
    instead: 'wait until a process answers so, instead of looking once',
  },
  {
    of: /^ *expect\(.*\)\.toBeGreaterThan(?:OrEqual)?\((?!0\)).*$/m,
    in: /^server\/(?:deploy|lifecycle)\//,
    instead: 'work until enough has happened, instead of wanting it afterwards',
  },
  {
    of: /waitFor\(\(\) => expect\((\w+)\((\w+)\)\).*\n *expect\(\1\((?!\2\))\w+\)\)\.(?!not|toEqual\(\[\]\)).*$/m,
    in: /./,
    instead: 'wait for both who hear of it, since either may be the last',
  },
  {
    of: /\bexpect\(await (?:(?!\bexpect\b|\n\n).)*\.all(?:TextContents|InnerTexts)\(\)\)\.toEqual/s,
    in: /^journeys\//,
    instead: 'ask for the texts of a list until they are there (`expect.poll`)',
  },
  {
    of: /\bDate\.now\(\)|\bnew Date\(\)|\bTZDate\.tz\(/,
    // A server that is not ours has the time of this machine.
    in: /^journeys\/(?!foreign|support\/|gallery\/)/,
    instead: 'ask the journey for its time (`journey.now()`), which a run may begin at any instant',
  },
  {
    of: /\blisten\((?:\{port: )?[1-9]\d*/,
    in: /./,
    instead: 'listen on port 0',
  },
  {
    of: /\btruncate \w+, /,
    // The others have a database without a server.
    in: /^server\/(?:telemetry\/keyBound|(?!telemetry\/))/,
    instead: 'empty tables one by one beside a running server (`emptyTables`), which may hold one and want another',
  },
  {
    of: /\bio\(/,
    // The connections of `deploy` come again as soon as a browser does.
    in: /^server\/(?!deploy\/)/,
    instead: 'open sockets by `support/socket.ts`, which are patient and end with their test',
  },
]

/** Returns the causes for a test to fail for no reason, a sentence each. `file` is relative to `tests`. */
export const unsteady = (file: string, source: string): string[] =>
  KINDS.filter(kind => kind.in.test(file)).flatMap(({of, instead}) => {
    const [found] = of.exec(source) ?? []
    return found === undefined ? [] : [`${file} must ${instead}: ${found.trim()}`]
  })

export const readUnsteady = (root: string): string[] =>
  sourcesBelow(root, 'tests')
    .filter(file => !NAME_WHAT_IS_REFUSED.includes(file))
    .flatMap(file => unsteady(posix.relative('tests', file), readFileSync(join(root, file), 'utf8')))

const NAME_WHAT_IS_REFUSED = ['tests/architecture.test.ts', 'tests/unsteady.ts']
