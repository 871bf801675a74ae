import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {backtracking, readBacktracking} from './backtracking'
import {deadAnchors, deadPaths, readDeadPaths} from './documents'
import {
  blocking,
  breaches,
  fileCircles,
  foreignTables,
  formerNames,
  importsOf,
  mutualFeatures,
  narrowTargets,
  ownClock,
  ownTime,
  readBlocking,
  readForeignTables,
  readFormerNames,
  readImports,
  readNarrowTargets,
  readOwnClock,
  readOwnTime,
  readUnexplained,
  readZeros,
  roomCircles,
  unexplained,
  zeros,
} from './imports'
import {readUnsteady, unsteady} from './unsteady'

const ROOT = join(import.meta.dirname, '..')
const SIDES = ['contract', 'src', 'server']

describe('the import table', () => {
  it('holds for every file', () => {
    expect(breaches(SIDES.flatMap(side => readImports(ROOT, side)))).toEqual([])
  })

  it.each([
    ['src/domain/telemetry/gaps.ts', "import {createActor} from 'xstate'"],
    ['src/machines/session.ts', "import {map} from 'rxjs'"],
    ['src/machines/session.ts', "import type {FC} from 'react'"],
    ['src/streams/socket.ts', "import {login} from '../api/auth'"],
    ['src/api/auth.ts', "import {landingRoute} from '../domain/landing'"],
    ['src/ui/Login.tsx', "import {sessionMachine} from '../machines/session'"],
    ['src/ui/Login.tsx', "import axios from 'axios'"],
    ['src/domain/device.ts', "import type {DeviceWire} from '../../contract/wire/device'"],
    ['src/wiring/device.ts', "import {type EpochMs, id} from '../../contract/wire/common'"],
    ['src/ui/Login.tsx', "import {loginBody} from '../../contract/wire/user'"],
    ['src/ui/routes.tsx', "const page = () => import('../wiring/dashboard')"],
    ['server/device/routes.ts', "import {csvName} from '../../src/domain/csv'"],
    ['server/device/routes.ts', "import {hash} from '../auth/passwords'"],
    ['server/database/schema/user.ts', "import {HttpError} from '../../http/errors'"],
    ['contract/wire/people/user.ts', "import {user} from '../../server/database/schema/user'"],
    ['src/api/auth.ts', "export * from '../../server/http/errors'"],
  ])('catches %s with %s', (file, line) => {
    expect(breaches(importsOf(file, `${line}\n`))).toHaveLength(1)
  })

  it.each([
    ['src/ui/Login.tsx', "import type {SessionRef} from '../machines/session'"],
    ['src/api/auth.ts', "import type {CurrentUser} from '../domain/user'"],
    ['src/api/device.ts', "import {type DeviceWire, device} from '../../contract/wire/device'"],
    ['src/domain/device.ts', "import type {EpochMs, Json} from '../../contract/wire/common'"],
    ['src/wiring/dashboard.ts', "import {dashboardMachine} from '../machines/dashboard'"],
    ['server/attribute/routes.ts', "import {createDeviceRepository} from '../device/repository'"],
  ])('allows %s with %s', (file, line) => {
    expect(breaches(importsOf(file, `${line}\n`))).toEqual([])
  })
})

describe('a table of the server', () => {
  it('is touched by its own noun only', () => {
    expect(readForeignTables(ROOT)).toEqual([])
  })

  it.each([
    ['server/organisation/repository.ts', "import {customer, organisation} from '../database/schema/organisation'"],
    ['server/store/entity.ts', "import type {asset} from '../database/schema/asset'"],
    [
      'server/telemetry/repository.ts',
      "import {removedDevice, usualSeries as series} from '../database/schema/telemetry'",
    ],
    ['server/device/repository.ts', "import {alarm} from '../database/schema/alarm'"],
  ])('is not imported by %s with %s', (file, line) => {
    expect(foreignTables(file, line)).toHaveLength(1)
  })

  it.each([
    'select number from device where id = $1',
    'select 1 from alarm\n join latest using (device_number, key_id)',
    'select 1 from alarm, "latest"',
    'update device set version = 1',
    'delete from alarm using device where true',
    'insert into telemetry_key (name) values ($1)',
  ])('is not named by another noun in: %s', statement => {
    expect(foreignTables('server/alarm/store.ts', `sql\`${statement}\``)).toHaveLength(1)
    expect(foreignTables('server/alarm/store.ts', `/** ${statement} */`)).toEqual([])
  })
})

describe('the time of the server', () => {
  it('is that of the scheduler', () => {
    expect(readOwnTime(ROOT)).toEqual([])
  })

  it.each([
    'const timer = setTimeout(wake, 1000).unref()',
    'const timer = setInterval(wake, 1000)',
    "import {setTimeout as delay} from 'node:timers/promises'",
    "import {setInterval} from 'node:timers'",
    'const at = Date.now()',
    'const now = options.now ?? Date.now',
    'const at = new Date()',
    'const since = performance.now()',
    'const signal = AbortSignal.timeout(1000)',
    "import {realTime} from '../scheduler'",
  ])('is not %s', line => {
    expect(ownTime('server/store/queue.ts', line)).toHaveLength(1)
  })

  it.each([
    "import {setImmediate as nextTurn} from 'node:timers/promises'",
    'raw.setTimeout(0, () => {})',
    "import type {Scheduler} from '../scheduler'",
    '/** It is no `Date.now()`. */',
  ])('may be accompanied by %s', line => {
    expect(ownTime('server/store/queue.ts', line)).toEqual([])
  })
})

describe('the time of the client', () => {
  it('is that of the clock of the server, and that of rules is handed in', () => {
    expect(readOwnClock(ROOT)).toEqual([])
  })

  it.each(['lastUpdateTs: Date.now(),', 'const now = options.now ?? Date.now', 'const today = new Date()'])(
    'is not %s',
    line => {
      expect(ownClock('src/domain/alarms/onCall.ts', line)).toHaveLength(1)
    },
  )

  it('may be named by a comment', () => {
    expect(ownClock('src/domain/alarms/onCall.ts', '/** It is no `Date.now()`. */')).toEqual([])
  })
})

describe('what the client does not know', () => {
  it('is no 0', () => {
    expect(readZeros(ROOT)).toEqual([])
  })

  it.each([
    '  context: {link: PROBING, now: 0, alarms: []},',
    '  readAt: 0,',
    'const epoch = new Date(0)',
    'const age = ageOf(updatedAt ?? 0, now)',
    '{formats.number(counts?.critical ?? 0)}',
    'title={now === 0 ? zone : formats.zoneName(now)}',
  ])('is not said by %s', line => {
    expect(zeros('src/ui/wall/Wall.tsx', line)).toHaveLength(1)
  })

  it.each(['const isFirst = at === 0', 'for (let at = 0; at < items.length; at++)', '/** It is no `now: 0`. */'])(
    'has nothing to do with %s',
    line => {
      expect(zeros('src/ui/wall/Wall.tsx', line)).toEqual([])
    },
  )
})

describe('what is pressed', () => {
  it('may be a shape', () => {
    expect(readNarrowTargets(ROOT)).toEqual([])
  })

  it.each([
    'if (onOpen === undefined || !(target instanceof HTMLElement)) return',
    "if (event.target instanceof HTMLInputElement && event.target.matches('input')) return",
  ])('is not judged by %s', line => {
    expect(narrowTargets('src/ui/kit/table/VirtualTable.tsx', line)).toHaveLength(1)
  })

  it('is judged as an element', () => {
    expect(narrowTargets('src/ui/kit/table/VirtualTable.tsx', 'if (!(target instanceof Element)) return')).toEqual([])
  })
})

describe('the words of the product', () => {
  it('are those of its field', () => {
    expect(readFormerNames(ROOT)).toEqual([])
  })

  it.each(['const deed = chosen', '/** Asks before a deed. */', "import {whenBack} from '../overLink'"])(
    'are not %s',
    line => {
      expect(formerNames('src/machines/alarms/list.ts', line)).toHaveLength(1)
    },
  )
})

describe('the event loop of the server', () => {
  it('is held up by no call', () => {
    expect(readBlocking(ROOT)).toEqual([])
  })

  it.each([
    'appendFileSync(file, chunk)',
    'const hash = scryptSync(password, salt, 32)',
    'const log = pino(pino.destination({sync: true}))',
  ])('is held up by %s', line => {
    expect(blocking('server/log/log.ts', line)).toHaveLength(1)
  })
})

describe('a regular expression', () => {
  it('takes as long as its text is, and no longer', () => {
    expect(readBacktracking(ROOT, SIDES)).toEqual([])
  })

  it.each([
    ['server/picture/svg.ts', 'const SVG = /^(<a\\s[^>]*(b)?\\s*>\\s*)*$/', 'exponential'],
    ['contract/rules/text.ts', "export const trimmed = (text: string) => text.replace(/\\0+$/, '')", 'quadratic'],
    ['src/domain/text.ts', 'const PAIR = /^\\s*=\\s*[a ]+$/', 'quadratic'],
  ])('%s has none as: %s', (file, line, time) => {
    expect(backtracking(file, line)).toEqual([expect.stringMatching(`takes ${time} time$`)])
  })

  it('has nothing to do with a division, or a walk', () => {
    expect(backtracking('server/a.ts', 'const share = all / (own + 1) / 2\nconst IS_NUMBER = /^[0-9]+$/')).toEqual([])
  })
})

describe('work in the background', () => {
  it('reports its failures to a job', () => {
    expect(readUnexplained(ROOT)).toEqual([])
  })

  it.each(['sweep().catch(error => log.warn(error))', 'log.error(error)', 'void sweep().catch(app.log.warn)'])(
    'does not log them by %s',
    line => {
      expect(unexplained('server/digitalAsset/sweep.ts', line)).toHaveLength(1)
    },
  )
})

describe('a test', () => {
  it('does not fail for no reason', () => {
    expect(readUnsteady(ROOT)).toEqual([])
  })

  it.each([
    ['server/alarm/story.test.ts', '}, 120_000)'],
    ['server/alarm/story.test.ts', "it('raises', {timeout: 90_000}, async () => {"],
    ['ui/kit/table.test.tsx', 'vi.setConfig({testTimeout: 90_000})'],
    ['server/live/live.test.ts', "await client.timeout(30_000).emitWithAck('watchAlarms')"],
    ['server/live/redisPeers.test.ts', 'const since = performance.now()'],
    ['server/lifecycle/process.test.ts', '  expect((await fetch(url)).status).toBe(200)'],
    ['server/deploy/onlyOnce.deep.test.ts', '  expect(held.length).toBeGreaterThan(60)'],
    ['journeys/home.test.ts', "    expect(await page.getByRole('tab').allTextContents()).toEqual(['Users'])"],
    ['journeys/onCall.test.ts', '    const now = Date.now()'],
    ['api/config.test.ts', 'const origin = await app.listen({port: 3000})'],
    ['server/deviceApi/routes.test.ts', "beforeEach(() => pool.query('truncate telemetry, latest'))"],
    ['server/live/live.test.ts', 'const client = io(origin, {forceNew: true})'],
    [
      'server/live/redisPeers.test.ts',
      '  await vi.waitFor(() => expect(loads(one)).toEqual([1]))\n  expect(loads(two)).toEqual([1])',
    ],
  ])('%s has no line as: %s', (file, line) => {
    expect(unsteady(file, line)).toHaveLength(1)
  })

  it.each([
    ['server/command/command.test.ts', '    const sending = sent({timeout: 30_000})'],
    ['server/lifecycle/process.test.ts', '  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200))'],
    [
      'journeys/home.test.ts',
      "    await expect.poll(() => page.getByRole('tab').allTextContents()).toEqual(['Users'])",
    ],
    ['server/deploy/onlyOnce.deep.test.ts', '  await expect.poll(() => mails.length).toBeGreaterThan(3)'],
    [
      'server/live/redisPeers.test.ts',
      '  await vi.waitFor(() => expect(loads(one)).toEqual([1]))\n  expect(loads(two)).toEqual([])',
    ],
  ])('%s may have: %s', (file, line) => {
    expect(unsteady(file, line)).toEqual([])
  })
})

describe('circles', () => {
  const imports = SIDES.flatMap(side => readImports(ROOT, side))

  it('are nowhere among the files', () => {
    expect(fileCircles(imports)).toEqual([])
  })

  it('are nowhere among the rooms', () => {
    expect(roomCircles(imports)).toEqual([])
  })

  it('join no two features, in whichever layers', () => {
    expect(mutualFeatures(imports)).toEqual([])
  })

  it('join features that import each other in different layers', () => {
    const files = [
      importsOf('src/ui/wall/Tile.tsx', "import {x} from '../media/Screen'"),
      importsOf('src/domain/media/screen.ts', "import {x} from '../wall/wall'"),
      importsOf('src/domain/media/video.ts', "import {x} from '../user'"),
    ]
    expect(mutualFeatures(files.flat())).toEqual(['media and wall'])
  })

  it('are seen through several files', () => {
    const inOne = ['a', 'b', 'c'].map((file, nth) =>
      importsOf(`server/${file}.ts`, `import {x} from './${'bca'[nth]}'`),
    )
    expect(fileCircles(inOne.flat())).toEqual([['server/a', 'server/b', 'server/c']])
  })
})

describe('the layout', () => {
  it.each([
    'contract',
    'contract/rules',
    'src/domain',
    'src/machines',
    'src/streams',
    'src/api',
    'src/ui',
    'src/wiring',
    'server',
    'server/database',
    'server/cluster',
    'server/http',
    'server/access',
    'server/store',
    'server/live',
    'tests',
    'scripts',
    'bench',
  ])('%s begins with a README of at most ten lines', folder => {
    const lines = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(10)
  })

  const ROOMS = ['account', 'alarms', 'console', 'media', 'player', 'replay', 'session', 'shell', 'telemetry', 'wall']

  const WITHOUT = {
    // The moment that is shown and the session are beside the rooms, because all use them.
    domain: ['replay', 'session'],
    machines: ['session'],
    // Nothing outside happens to the pages of an account.
    streams: ['account'],
    api: [],
    wiring: [],
  }

  it.each(['domain', 'machines', 'streams', 'api', 'wiring'] as const)(
    '%s has the same rooms as the other layers',
    layer => {
      const rooms = foldersOf(join(ROOT, 'src', layer)).filter(
        room => layer !== 'domain' || !SHARED_RULES.includes(room),
      )
      expect([...WITHOUT[layer], ...rooms].sort()).toEqual(ROOMS)
    },
  )

  it('puts no code beside the known folders', () => {
    expect(foldersOf(join(ROOT, 'src'))).toEqual(['api', 'domain', 'machines', 'streams', 'ui', 'wiring'])
    expect(existsSync(join(ROOT, 'src/main.tsx'))).toBe(true)
  })
})

describe('a document', () => {
  it('names no path that is not there', () => {
    expect(readDeadPaths(ROOT)).toEqual([])
  })

  const paths = new Set(['docs', 'docs/walls.md', 'server/live', 'server/live/rooms/paced.ts', 'src/ui/wall/Wall.tsx'])

  it.each([
    ['README.md', '[walls](docs/wall.md)'],
    ['docs/alarms.md', '[walls](wall.md#tiles)'],
    ['README.md', '`server/lives`'],
    ['README.md', '`ui/wall/Walls.tsx`'],
    ['README.md', '`server/<noun>/routes.ts`'],
    ['server/live/README.md', '`rooms/pace.ts`'],
    ['server/live/README.md', '`pace.ts`'],
  ])('is caught when %s names %s', (document, text) => {
    expect(deadPaths(document, text, new Set([...paths, 'server/live/rooms']))).toHaveLength(1)
  })

  it('is caught when it links to a heading that another document does not have', () => {
    const read = () => '# Walls\n\n## Pictures, and plans\n'
    const links = '[plans](walls.md#pictures-and-plans), [maps](walls.md#maps)'
    expect(deadAnchors('docs/alarms.md', links, read)).toEqual(['docs/alarms.md: docs/walls.md#maps'])
  })

  it.each([
    ['docs/alarms.md', '[walls](walls.md#tiles), [Node](https://nodejs.org), `server/<noun>/rooms/paced`'],
    [
      'server/live/README.md',
      '`rooms/paced.ts`, `paced.ts`, `src/ui/wall/*.tsx`, `ui/wall/…`, `a/b`, `v1/devices/me/…`',
    ],
    ['README.md', '```\ncat server/lives\n`server/lives`\n```'],
  ])('may in %s name %s', (document, text) => {
    expect(deadPaths(document, text, new Set([...paths, 'server/live/rooms', 'src/ui/wall']))).toEqual([])
  })
})

describe('a style sheet', () => {
  const sheets = readdirSync(join(ROOT, 'src'), {recursive: true, encoding: 'utf8'})
    .filter(file => file.endsWith('.css'))
    .map(file => ({file, text: readFileSync(join(ROOT, 'src', file), 'utf8')}))

  it('has at most 200 lines', () => {
    const long = sheets.filter(({text}) => text.trimEnd().split('\n').length > 200)
    expect(long.map(({file}) => file)).toEqual([])
  })

  it('cuts texts off by the mixin', () => {
    const blocks = sheets.flatMap(({file, text}) => [...text.matchAll(/\{[^{}]*\}/g)].map(([block]) => ({file, block})))
    const written = blocks.filter(({block}) => CUT_OFF.every(declaration => block.includes(declaration)))
    expect(written.map(({file}) => file)).toEqual([])
  })
})

const CUT_OFF = [' overflow: hidden;', ' text-overflow: ellipsis;', ' white-space: nowrap;']

/** Rules of the domain that all features share, where they fill more than a file. */
const SHARED_RULES = ['format', 'timeRange']

function foldersOf(path: string): string[] {
  const folders = readdirSync(path, {withFileTypes: true}).filter(entry => entry.isDirectory())
  return folders.map(({name}) => name).sort()
}
