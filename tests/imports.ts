import {readdirSync, readFileSync} from 'node:fs'
import {join, posix} from 'node:path'

export interface Import {
  /** The importing file, relative to the project, with forward slashes. */
  from: string
  /** A file of the project without its extension, or a package's name. */
  to: string
  isPackage: boolean
  isTypeOnly: boolean
  /** The imported names. */
  names: readonly string[]
}

interface Rule {
  folder: string
  packages: readonly string[] | 'any'
  folders: readonly string[]
  /** The folders whose types alone may be imported. */
  typesOf?: readonly string[]
}

/** The import table: the first rule whose folder holds the file decides. A folder may always import itself. */
const TABLE: readonly Rule[] = [
  {folder: 'contract/limits.ts', packages: [], folders: ['contract/wire/common']},
  {folder: 'contract/wire', packages: ['zod'], folders: ['contract/limits', 'contract/languages']},
  {folder: 'contract/languages', packages: ['intl-messageformat'], folders: []},
  {folder: 'contract/rules', packages: ['date-fns', '@date-fns/tz'], folders: ['contract']},
  {
    folder: 'src/domain',
    packages: ['date-fns', '@date-fns/tz', 'papaparse', '@leeoniya/ufuzzy', 'ical.js'],
    folders: ['contract'],
  },
  {folder: 'src/machines', packages: ['xstate'], folders: ['src/domain', 'contract']},
  {folder: 'src/streams', packages: ['rxjs'], folders: ['src/domain', 'contract']},
  {
    folder: 'src/api',
    packages: ['@simplewebauthn/browser', 'axios', 'bowser', 'socket.io-client', 'tus-js-client', 'zod'],
    folders: ['contract'],
    typesOf: ['src/domain'],
  },
  {
    folder: 'src/ui',
    packages: [
      'react',
      'react-dom',
      'react-router-dom',
      '@xstate/react',
      '@mantine',
      '@tanstack',
      '@dnd-kit',
      'lucide-react',
      'highcharts',
      'highcharts-react-official',
      'd3-geo',
      'topojson-client',
      'topojson-specification',
      'uqr',
      'world-atlas',
    ],
    folders: ['src/domain', 'contract/limits', 'contract/rules', 'contract/languages'],
    typesOf: ['src/machines', 'contract', 'xstate'],
  },
  {folder: 'src/wiring', packages: 'any', folders: ['src', 'contract']},
  {folder: 'src/main.tsx', packages: 'any', folders: ['src', 'contract']},
  {folder: 'src/player.tsx', packages: 'any', folders: ['src', 'contract']},
  {folder: 'src/playerWorker.ts', packages: [], folders: ['src/domain']},
  {folder: 'src/pushWorker.ts', packages: [], folders: ['src/domain'], typesOf: ['contract']},
  {folder: 'server/app.ts', packages: 'any', folders: ['server', 'contract']},
  {folder: 'server/app', packages: 'any', folders: ['server', 'contract']},
  {folder: 'server/main.ts', packages: [], folders: ['server/serve', 'server/http']},
  {folder: 'server/serve.ts', packages: 'any', folders: ['server', 'contract']},
  {folder: 'server/commands.ts', packages: [], folders: ['server']},
  {folder: 'server/removeSecondFactors.ts', packages: 'any', folders: ['server', 'contract']},
  {folder: 'server/learnUsual.ts', packages: 'any', folders: ['server', 'contract']},
  {
    folder: 'server/environment.ts',
    packages: 'any',
    folders: ['contract', 'server/http', 'server/database', 'server/log'],
  },
  {
    folder: 'server/backup',
    packages: 'any',
    folders: [
      'contract',
      'server/cluster',
      'server/database',
      'server/environment',
      'server/files',
      'server/log',
      'server/scheduler',
    ],
  },
  {
    folder: 'server/doctor',
    packages: 'any',
    folders: [
      'contract',
      'server/backup',
      'server/clientConfig',
      'server/cluster',
      'server/database',
      'server/deviceApi/mqtt/tlsFiles',
      'server/environment',
      'server/files',
      'server/scheduler',
    ],
  },
  {folder: 'server/scheduler.ts', packages: [], folders: ['contract']},
  {folder: 'server/log', packages: 'any', folders: []},
  {folder: 'server/database', packages: 'any', folders: ['contract', 'server/log', 'server/scheduler']},
  {folder: 'server/cluster', packages: 'any', folders: ['contract', 'server/database', 'server/scheduler']},
  {folder: 'server/http', packages: 'any', folders: ['contract', 'server/database', 'server/log', 'server/scheduler']},
  {folder: 'server/files', packages: 'any', folders: ['contract', 'server/database', 'server/http']},
  {folder: 'server/access', packages: 'any', folders: ['contract', 'server/database', 'server/http']},
  {
    folder: 'server/store',
    packages: 'any',
    folders: ['contract', 'server/database', 'server/http', 'server/access', 'server/scheduler'],
  },
  {
    folder: 'server/live',
    packages: 'any',
    folders: ['contract', 'server/database', 'server/http', 'server/access', 'server/scheduler'],
  },
]

/** The folders that every noun of the server may import besides its own. */
const SHARED_BY_NOUNS = [
  'contract',
  'server/scheduler',
  'server/log',
  'server/database',
  'server/http',
  'server/access',
  'server/store',
  'server/live',
  'server/files',
  'server/evaluation',
]

/**
 * The parts of the wire that the client may know outside `src/api`, besides the rules of texts: none of them has the
 * server's names.
 */
const NEUTRAL_ON_THE_WIRE: readonly string[] = [
  ...['EpochMs', 'Milliseconds', 'Json', 'Offer', 'Pulsewall', 'ClientConfig', 'EntityType', 'ENTITY_TYPES'],
  ...['AttributeScope', 'ATTRIBUTE_SCOPES', 'AUDIT_ACTIONS', 'Authority', 'CustomerType', 'TemperatureUnit'],
  ...['ALARM_KINDS', 'ALARM_STANDINGS', 'JOURNAL_KINDS', 'ChannelKind', 'RouteTarget', 'Target', 'TargetOf'],
  ...['CHAT_KINDS', 'ChatKind', 'DeliveryState', 'ReachChange'],
  ...['DeviceStatus', 'DEVICE_STATUSES', 'DASHBOARD_COOKIE', 'accessToken', 'PushMessage'],
  ...['Aggregation', 'AGGREGATIONS', 'TileStatistics', 'WindowStatistics'],
]

/** Every breach of the import table among the given imports, a sentence each. */
export function breaches(imports: readonly Import[]): string[] {
  return imports
    .filter(line => !isAllowed(line) || bringsWireNames(line))
    .map(({from, names, to}) => `${from} must not import ${names.join(', ')} of ${to}`)
}

/** Reads the import lines below a folder of the project. */
export function readImports(root: string, folder: string): Import[] {
  return sourcesBelow(root, folder).flatMap(file => importsOf(file, readFileSync(join(root, file), 'utf8')))
}

export function sourcesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
    .filter(name => /\.tsx?$/.test(name))
    .map(name => posix.join(folder, name.replaceAll('\\', '/')))
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:([^'"`;]*?)\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g

export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map(([, typeOnly, named = '', path = '', dynamicPath]) => {
    const specifier = dynamicPath ?? path
    const isPackage = !specifier.startsWith('.')
    return {
      from: file,
      to: isPackage ? packageName(specifier) : posix.join(posix.dirname(file), specifier).replace(/\.tsx?$/, ''),
      isPackage,
      isTypeOnly: typeOnly !== undefined,
      names: [...named.matchAll(/(?:type\s+)?(\w+)(?:\s+as\s+\w+)?/g)].flatMap(([, name]) => name ?? []),
    }
  })
}

/** The noun of the server that owns each table. Other nouns read or write it only through its repository. */
const OWNERS: Readonly<Record<string, string>> = {
  organisation: 'organisation',
  customer: 'customer',
  user: 'user',
  profile: 'profile',
  preferences: 'preferences',
  overview: 'preferences',
  linkToken: 'account',
  mail: 'mail',
  audit: 'audit',
  session: 'auth',
  totp: 'secondFactor',
  recoveryCode: 'secondFactor',
  secondFactorChallenge: 'secondFactor',
  passkey: 'secondFactor',
  passkeyOffer: 'secondFactor',
  wallLink: 'wallLink',
  wallVersion: 'wallVersion',
  picture: 'picture',
  apiKey: 'apiKey',
  token: 'auth',
  device: 'device',
  deviceCredentials: 'device',
  command: 'command',
  provisioningProfile: 'provisioning',
  claim: 'claim',
  deviceConnection: 'connection',
  pairing: 'pairing',
  asset: 'asset',
  digitalAsset: 'digitalAsset',
  signingSecret: 'http',
  attribute: 'attribute',
  removedDevice: 'telemetry',
  telemetryKey: 'telemetry',
  telemetry: 'telemetry',
  telemetryBlock: 'telemetry',
  telemetryRollup: 'telemetry',
  telemetryMark: 'telemetry',
  rollupPass: 'telemetry',
  latest: 'telemetry',
  playHour: 'telemetry',
  dataDay: 'telemetry',
  usualSeries: 'usual',
  retentionPass: 'retention',
  scheduledBackup: 'backup',
  alarm: 'alarm',
  alarmOccurrence: 'alarm',
  alarmJournal: 'alarm',
  thresholdRevision: 'alarm',
  thresholdChange: 'alarm',
  maintenanceWindow: 'maintenance',
  maintenancePeriod: 'maintenance',
  onCallReach: 'onCall',
  onCallRota: 'onCall',
  handOver: 'shift',
  availabilityGoal: 'availability',
  weeklyReport: 'availability',
  notificationEntry: 'notification',
  notificationGroup: 'notification',
  notificationThread: 'notification',
  notificationChannel: 'notification',
  notificationDelivery: 'notification',
  pushSubscription: 'notification',
}

/** Reach is a condition on the tables of all kinds of entities, the demo fills an empty database, a backup holds all, the doctor looks at all. */
const KNOWS_ALL_TABLES = ['server/database', 'server/backup', 'server/doctor', 'server/access/reach.ts', 'server/demo']

const SCHEMA_IMPORT = /import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'[./]*database\/schema\/\w+'/g

/** Every table that a file of the server imports or names in SQL although another noun owns it, a sentence each. */
export function foreignTables(file: string, source: string): string[] {
  if (KNOWS_ALL_TABLES.some(folder => isWithin(file, folder))) return []
  const tables = new Set([...importedTables(source), ...tablesInSql(source)])
  return [...tables]
    .filter(table => !isWithin(file, `server/${OWNERS[table]}`))
    .map(table => `${file} must not touch the table ${table}`)
}

function importedTables(source: string): string[] {
  const names = [...source.matchAll(SCHEMA_IMPORT)].flatMap(([, list = '']) => list.split(','))
  return names.map(name => name.replace(/^\s*type\s|\sas\s.*$/g, '').trim()).filter(name => name !== '')
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
/** Matches the rest after the words by which SQL names a table, with the tables behind commas. */
const NAMED_IN_SQL =
  /\b(?:from|join|into|update|using|truncate)\s+((?:only\s+)?"?\w+"?(?:(?:\s+as)?\s+\w+(?=,))?(?:,\s*"?\w+"?)*)/gi

function tablesInSql(source: string): string[] {
  const words = [...source.replace(COMMENT, '').matchAll(NAMED_IN_SQL)].flatMap(([, named = '']) => named.split(/\W+/))
  return Object.keys(OWNERS).filter(table => words.includes(inSql(table)))
}

const inSql = (table: string): string => table.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

export function readForeignTables(root: string): string[] {
  return sourcesBelow(root, 'server').flatMap(file => foreignTables(file, readFileSync(join(root, file), 'utf8')))
}

/** The files that choose real time; all others receive a scheduler. */
const CHOOSE_REAL_TIME = [
  ...['server/serve.ts', 'server/app/options.ts', 'server/removeSecondFactors.ts'],
  ...['server/backup/commands.ts', 'server/doctor/command.ts', 'server/cluster/start.ts'],
]

/** The files in which time goes on by itself, and why. */
const REAL_TIME: readonly {of: RegExp; files: readonly string[]}[] = [
  {of: /(?<![.\w])(?:setTimeout|setInterval)\(|\bperformance\.now\b/, files: ['server/scheduler.ts']},
  // Rows that are inserted without their time, as seeds and tests do, get that of the machine.
  {of: /\bDate\.now\b|\bnew Date\(\)/, files: ['server/scheduler.ts', 'server/database/schema/columns.ts']},
  // The time that somebody else may take to answer over the network.
  {
    of: /\bAbortSignal\.timeout\b/,
    files: [
      ...['server/auth/breachedPasswords.ts', 'server/notification/sending/post.ts', 'server/mail/smtp.ts'],
      ...['server/demo/post.ts', 'server/demo/content/players.ts', 'server/doctor/running.ts'],
    ],
  },
]

/** Every use of a time that nobody has handed in, a sentence each. */
export function ownTime(file: string, source: string): string[] {
  const imports = importsOf(file, source)
  const bringsTimers = imports.some(({to, names}) => to === 'node:timers' && names.join() !== 'setImmediate')
  const chooses = imports.some(({names}) => names.includes('realTime')) && !CHOOSE_REAL_TIME.includes(file)
  const code = source.replace(COMMENT, '')
  return [
    ...(bringsTimers ? ['node:timers'] : []),
    ...(chooses ? ['realTime'] : []),
    ...REAL_TIME.filter(({files}) => !files.includes(file)).flatMap(({of}) => of.exec(code)?.[0] ?? []),
  ].map(use => `${file} must be handed its time instead of ${use}`)
}

export function readOwnTime(root: string): string[] {
  return sourcesBelow(root, 'server').flatMap(file => ownTime(file, readFileSync(join(root, file), 'utf8')))
}

/**
 * The files in which the client reads the clock of its machine: to compare it with the server's, or to measure a length
 * of time.
 */
const READ_OWN_CLOCK = [
  ...['src/api/serverClock.ts', 'src/streams/backOff.ts', 'src/streams/clock.ts', 'src/streams/ticks.ts'],
  ...['src/streams/media/sending.ts', 'src/wiring/media/uploads.ts'],
  ...['src/wiring/player/player.ts', 'src/wiring/wall/kiosk.ts'],
  // The times that it is compared with are on this machine's clock, too.
  'src/wiring/console/console.ts',
  // It is no time, but only other than the one before.
  'src/wiring/accessTokenMark.ts',
]

/** Every look of the client, or of a rule, at the clock of its machine, a sentence each. */
export const ownClock = (file: string, source: string): string[] =>
  READ_OWN_CLOCK.includes(file)
    ? []
    : (/\bDate\.now\b|\bnew Date\(\)/.exec(source.replace(COMMENT, '')) ?? []).map(
        use => `${file} must be handed the time of the server's clock instead of ${use}`,
      )

export const readOwnClock = (root: string): string[] =>
  ['src', 'contract'].flatMap(side =>
    sourcesBelow(root, side).flatMap(file => ownClock(file, readFileSync(join(root, file), 'utf8'))),
  )

/** A time that is not known is null, and so is a count: 0 would be painted as 1970 and as none. */
const ZEROS: readonly RegExp[] = [
  /\b(?:(?:now|at|since|(?:open|read|arrang|arriv|updat|creat|rais|seen)\w*At): |now === )0\b/,
  /\bnew Date\(0\)/,
  /\b(?:formats(?:\.\w+)?|ageOf|(?:\w+\.)*counted)\([^;\n]*(?:\?\?|\|\|) 0\b/,
]

/** Returns every 0 that is used for an unknown value, a sentence each. */
export const zeros = (file: string, source: string): string[] =>
  ZEROS.flatMap(zero => zero.exec(source.replace(COMMENT, ''))?.[0] ?? []).map(
    use => `${file} must say that a time or a count is not known instead of ${use}`,
  )

export const readZeros = (root: string): string[] =>
  sourcesBelow(root, 'src').flatMap(file => zeros(file, readFileSync(join(root, file), 'utf8')))

/** A shape is no `HTMLElement`, but may well be pressed or pointed at. */
const NARROW_TARGET = /\b(?:relatedT|t)arget instanceof HTML\w*Element\b/

export const narrowTargets = (file: string, source: string): string[] =>
  (NARROW_TARGET.exec(source.replace(COMMENT, '')) ?? []).map(
    use => `${file} must judge the target of an event as an Element, since it may be a shape, instead of ${use}`,
  )

export const readNarrowTargets = (root: string): string[] =>
  sourcesBelow(root, 'src').flatMap(file => narrowTargets(file, readFileSync(join(root, file), 'utf8')))

/** Names that the product has given up for the terms of its field; ARCHITECTURE.md has those that it uses. */
const FORMER_NAMES =
  /\b(?:deeds?|enlist|hearTogether|hold(?:Entity|Place)|inTurns|leaveCustomer|letGo|overLink|sayNothing|takeLink|teller|when(?:Back|Known)|\w*[Ww]ish(?:es)?)\b/i

export const formerNames = (file: string, source: string): string[] =>
  (FORMER_NAMES.exec(source) ?? []).map(name => `${file} has a name that is not used any more: ${name}`)

export const readFormerNames = (root: string): string[] =>
  ['contract', 'server', 'src'].flatMap(side =>
    sourcesBelow(root, side).flatMap(file => formerNames(file, readFileSync(join(root, file), 'utf8'))),
  )

/** Allows small reads, once at the start. */
const BLOCKS = /\b(?!(?:exists|stat|readFile)Sync\b)[a-z]\w*Sync\b|\bsync: true\b/

/** Calls that hold up everybody until a disk or a reader is ready. */
export const blocking = (file: string, source: string): string[] =>
  (BLOCKS.exec(source.replace(COMMENT, '')) ?? []).map(use => `${file} must not hold up the event loop by ${use}`)

export const readBlocking = (root: string): string[] =>
  sourcesBelow(root, 'server').flatMap(file => blocking(file, readFileSync(join(root, file), 'utf8')))

/** A failure must be reported to a job, or explained in a sentence. */
const UNEXPLAINED = /\blog\.(?:warn|error)\((?:error|err|reason|cause)\)|\.catch\((?:\w+\.)*log\.\w+\)/

/** Failures that are logged as they come, again and again. */
export const unexplained = (file: string, source: string): string[] =>
  (UNEXPLAINED.exec(source.replace(COMMENT, '')) ?? []).map(use => `${file} must report to a job instead of ${use}`)

export const readUnexplained = (root: string): string[] =>
  sourcesBelow(root, 'server').flatMap(file => unexplained(file, readFileSync(join(root, file), 'utf8')))

/** Files that import each other in a circle, types included; each circle sorted by name. */
export function fileCircles(imports: readonly Import[]): string[][] {
  return circles(within(imports).map(({from, to}) => [from.replace(/\.tsx?$/, ''), to]))
}

/** Rooms that import each other in a circle: a folder of a layer of `src`, of `server` or of `contract`. */
export function roomCircles(imports: readonly Import[]): string[][] {
  return circles(within(imports).map(({from, to}) => [roomOf(from.replace(/\.tsx?$/, '')), roomOf(to)]))
}

/** Rooms that the features of all layers use. */
const SHARED_ROOMS = ['kit', 'format', 'timeRange', 'shell']

/** Features that import each other, over all layers of `src`. A file beside the rooms belongs to none. */
export function mutualFeatures(imports: readonly Import[]): string[] {
  const feature = (file: string) => {
    const [side, , room = '', ...rest] = file.split('/')
    return side !== 'src' || rest.length === 0 || SHARED_ROOMS.includes(room) ? null : room
  }
  const edges = new Set(
    within(imports).flatMap(({from, to}) => {
      const [one, other] = [feature(from), feature(to)]
      return one === null || other === null || one === other ? [] : [`${one} and ${other}`]
    }),
  )
  return [...edges].filter(edge => {
    const [one = '', other = ''] = edge.split(' and ')
    return one < other && edges.has(`${other} and ${one}`)
  })
}

const within = (imports: readonly Import[]) => imports.filter(({isPackage}) => !isPackage)

function roomOf(file: string): string {
  const path = file.split('/')
  return path.slice(0, path[0] === 'src' ? 3 : 2).join('/')
}

/** Tarjan's strongly connected components of more than one node. */
function circles(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const [from, to] of edges) if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const found: string[][] = []
  const order = new Map<string, number>()
  const open: string[] = []

  function visit(node: string): number {
    const own = order.size
    order.set(node, own)
    open.push(node)
    let lowest = own
    for (const target of targets.get(node) ?? []) {
      if (!order.has(target)) lowest = Math.min(lowest, visit(target))
      else if (open.includes(target)) lowest = Math.min(lowest, order.get(target) ?? own)
    }
    if (lowest < own) return lowest
    const circle = open.splice(open.indexOf(node))
    if (circle.length > 1) found.push(circle.sort())
    return lowest
  }

  for (const node of targets.keys()) if (!order.has(node)) visit(node)
  return found
}

function isAllowed({from, to, isPackage, isTypeOnly}: Import): boolean {
  const rule = TABLE.find(({folder}) => isWithin(from, folder)) ?? nounRule(from)
  if (isTypeOnly && rule.typesOf?.some(folder => isWithin(to, folder))) return true
  if (isPackage) return rule.packages === 'any' || rule.packages.some(name => isWithin(to, name))
  return isWithin(to, rule.folder) || rule.folders.some(folder => isWithin(to, folder)) || isForeignRepository(from, to)
}

function bringsWireNames({from, to, names}: Import): boolean {
  if (!isWithin(from, 'src') || isWithin(from, 'src/api')) return false
  if (!isWithin(to, 'contract/wire') || to === 'contract/wire/text') return false
  return !names.every(name => NEUTRAL_ON_THE_WIRE.includes(name))
}

/** A noun of the server: its own folder, the shared ones, and of another noun only the repository. */
function nounRule(file: string): Rule {
  const noun = posix.join(...file.split('/').slice(0, 2))
  return {folder: noun, packages: 'any', folders: SHARED_BY_NOUNS}
}

function isForeignRepository(from: string, to: string): boolean {
  return isWithin(from, 'server') && /^server\/[^/]+\/repository$/.test(to)
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path === folder.replace(/\.tsx?$/, '') || path.startsWith(`${folder}/`)
}

function packageName(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
