import {existsSync} from 'node:fs'
import {hostname} from 'node:os'
import {join} from 'node:path'
import {isatty} from 'node:tty'
import {DAY} from '../contract/rules/time/durations'
import type {Milliseconds} from '../contract/wire/common'
import {offerFirstAdmin} from './account/firstAdmin'
import type {Schedule} from './backup/schedule'
import {readClientConfig} from './clientConfig'
import {startEmbeddedDatabase} from './cluster/start'
import type {Database} from './database/connect'
import {migrateDatabase} from './database/migrate'
import {StartRefused} from './database/startRefused'
import {waitForDatabase} from './database/waitForDatabase'
import {DEMO_CONFIG} from './demo/content/accounts'
import {refuseDemoAccounts} from './demo/refuse'
import {type Environment, readEnvironment} from './environment'
import type {FileSettings} from './files/openFiles'
import type {Metric} from './http/metrics/metrics'
import {answerWhileStarting, type StartingServer} from './http/starting'
import {createLog, type Log, type LogOptions} from './log/log'
import {openOutput} from './log/output'
import {openStandardOutput} from './log/standardOutput'
import {realTime, within} from './scheduler'
import {readVersion} from './version'

const CLIENT_DIR = join(import.meta.dirname, '../dist/client')
const CONNECTIONS = 20
/** The system chooses a port, which nobody knows before the server serves on it. */
const ANY_PORT = 0
/** The time at the end for calls under way and waiting telemetry. After that the database is closed. */
const GRACE: Milliseconds = 2_000
/** The process exits after this time even if the database does not end. A start under way may take longer than this. */
const CLOSE_WITHIN: Milliseconds = 10_000
/** The time for the last lines of the log. */
const FLUSH_WITHIN: Milliseconds = 500
/** The factor for the times of closing. */
let closingPatience = 1
let stopDelay: Milliseconds = 0

/** npm sends the terminal's Ctrl-C to its child again, so one key press may arrive as two signals within this time. */
const SAME_SIGNAL_MILLISECONDS = 500

// All that the server and its children make belongs to its account alone, whatever it was started with.
process.umask(0o077)

/** The parts to close at the end, in reverse order: first `serving`, then `storing`, which the former still uses. */
const serving: (() => Promise<unknown>)[] = []
const storing: (() => Promise<unknown>)[] = []
const waiting = new AbortController()
const output = openOutput(openStandardOutput(), lost =>
  log.warn(`${lost} lines of the log are lost, since nobody read them.`),
)
let log = openLog()
const starting = start()
let stopping: Promise<void> | undefined
let closing: Promise<void> | undefined
let stoppingSince = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// Node would write its warnings to standard error, and wait for its reader.
process.removeAllListeners('warning').on('warning', err => log.warn({err}, err.message))
starting.catch(async error => {
  if (error === waiting.signal.reason) return
  if (error instanceof StartRefused) log.fatal(error.message)
  else log.fatal(error)
  await closeAll()
  await exit(1)
})

async function start() {
  const environment = readEnvironment(process.env)
  log = openLog({level: environment.logLevel, ...(environment.logFormat && {format: environment.logFormat})})
  closingPatience = environment.databasePatience
  stopDelay = environment.stopDelay
  const {host, port, publicUrl, smtpUrl, allowedHosts, trustedProxies, docs, backups} = environment
  log.info(describeServer(environment))
  const publicOrigin = publicUrl && new URL(publicUrl).origin
  const isPublicHttps = publicUrl?.startsWith('https:') ?? false
  const starting = port === ANY_PORT ? undefined : await answerMeanwhile({host, port, isPublicHttps})
  // Loading the app takes as long as starting the database, so both happen at the same time.
  const [{buildApp}, {openMail}, database] = await Promise.all([
    import('./app'),
    import('./mail/openMail'),
    openDatabase(environment, starting),
  ])
  const files = {folder: join(environment.dataDir, 'assets'), ...environment.files}
  if (environment.demo) starting?.isAt('demo')
  const demo = environment.demo ? await prepareDemo(database, files) : undefined
  if (!demo) await refuseDemoAccounts(database)
  const schedule = backups && (await scheduleBackups(backups, environment, database))
  const app = await buildApp({
    database,
    files,
    additions: environment.additions,
    clientConfig: await readClientConfig(environment.dataDir, {
      ...(demo && DEMO_CONFIG),
      mapTiles: environment.mapTiles,
    }),
    rateLimits: environment.rateLimits,
    redisUrl: environment.redisUrl,
    metricsToken: environment.metricsToken,
    packing: environment.packing,
    retention: environment.retention,
    furtherMetrics: [lostLines, ...(schedule ? backupMetrics(schedule) : [])],
    backups: schedule,
    disks: {folders: disksOf(environment), limits: environment.diskLimits},
    breachedPasswordsUrl: environment.breachedPasswordsUrl,
    secondFactorRequired: environment.secondFactorRequired,
    tokenLifetimes: {session: environment.sessionLifetimeDays * DAY},
    allowedOrigins: publicOrigin ? [publicOrigin] : [],
    webhookAllowPrivate: environment.webhookAllowPrivate,
    log,
    scheduler: realTime,
    stopping: waiting.signal,
    mailTransport: openMail(environment, text => log.info(text)),
    ...(environment.mqtt && {mqtt: {host, ...environment.mqtt}}),
    ...(publicOrigin && {publicOrigin}),
    isPublicHttps,
    knownHosts: [host, hostname(), ...allowedHosts],
    trustedProxies,
    docs,
    ...(existsSync(CLIENT_DIR) && {clientDir: CLIENT_DIR}),
  })
  serving.push(() => app.close())
  await app.ready()
  await starting?.close()
  const baseUrl = await app.listen({host, port}).catch(refuseListen(host, port))
  if (demo) serving.push((await demo.start(baseUrl)).stop)
  log.info(`Pulsewall is at ${publicUrl ?? baseUrl}`)
  if (smtpUrl && !publicUrl) log.warn(`Without PUBLIC_URL the links of mails lead to ${baseUrl}.`)
  if (!demo) await inviteFirstAdmin(database, publicOrigin ?? baseUrl)
}

const lostLines: Metric = {
  name: 'log_lines_lost_total',
  help: 'Lines of the log that nobody read in time',
  value: output.lost,
}

const backupMetrics = ({newestAt, failures}: Schedule): Metric[] => [
  {
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest backup of the schedule was made; not a number when there is none',
    value: async () => ((await newestAt().catch(() => undefined)) ?? Number.NaN) / 1000,
  },
  {name: 'backup_failures_total', help: 'Backups of the schedule that failed', value: failures},
]

/** The module is loaded only where there is a schedule, as are the parts that back up. */
async function scheduleBackups(
  backups: NonNullable<Environment['backups']>,
  environment: Environment,
  database: Database,
): Promise<Schedule> {
  const [{createSchedule}, {openPlace}] = await Promise.all([import('./backup/schedule'), import('./backup/place')])
  const databaseUrl = database.pool.options.connectionString
  const place = await openPlace({...environment, databaseUrl}, {create: false})
  return createSchedule({...place, ...backups, log, scheduler: realTime})
}

const disksOf = ({dataDir, backups}: Environment) => ({data: dataDir, ...(backups && {backups: backups.folder})})

function describeServer({dataDir}: Environment): string {
  const {version, commit} = readVersion()
  return `Pulsewall ${version}${commit ? `, commit ${commit}` : ''}, Node ${process.version}, data in ${dataDir}`
}

/** Must end before the server listens, because a sign-in to a demo account that does not exist yet is refused. */
async function prepareDemo(database: Database, files: FileSettings) {
  const [{seedDemo}, {openFiles}, {startDemo}, {createPastAlarms}, {createKeyIds}, {findMembers}, {fillFirstScreens}] =
    await Promise.all([
      import('./demo/seed'),
      import('./files/openFiles'),
      import('./demo/startDemo'),
      import('./alarm/evaluation/past'),
      import('./telemetry/ingest/keyIds'),
      import('./demo/content/members'),
      import('./demo/history'),
    ])
  await seedDemo(database, await openFiles(files), realTime.now())
  await fillFirstScreens(database, await findMembers(database), realTime.now())
  const {record: recordAlarms} = createPastAlarms({
    database,
    now: realTime.now,
    findKeyIds: createKeyIds(database).find,
  })
  return {start: (baseUrl: string) => startDemo({database, baseUrl, scheduler: realTime, log, recordAlarms})}
}

async function inviteFirstAdmin(database: Database, origin: string) {
  const token = await offerFirstAdmin(database, realTime.now())
  if (token) log.info(`No admin yet. Make the first one here: ${origin}/firstAdmin?token=${token}`)
}

async function answerMeanwhile(options: Parameters<typeof answerWhileStarting>[0]): Promise<StartingServer> {
  const starting = await answerWhileStarting(options).catch(refuseListen(options.host, options.port))
  storing.push(starting.close)
  return starting
}

async function openDatabase(environment: Environment, starting?: StartingServer): Promise<Database> {
  starting?.isAt('database')
  const url = environment.databaseUrl ?? (await startEmbedded(environment))
  const {databasePatience: patience} = environment
  const database = await waitForDatabase(url, {
    max: CONNECTIONS,
    patience,
    log,
    scheduler: realTime,
    signal: waiting.signal,
  })
  storing.push(database.close)
  starting?.isAt('schema')
  await migrateDatabase(database, {log})
  starting?.isAt('starting')
  return database
}

async function startEmbedded({dataDir, databasePatience: patience}: Environment): Promise<string> {
  const embedded = await startEmbeddedDatabase({dataDir, patience, log: line => log.warn(line)})
  storing.push(embedded.stop)
  return embedded.url
}

/** The first signal closes the server properly, after its start if that is not complete. The second exits at once. */
function onSignal(signal: NodeJS.Signals) {
  if (stopping && realTime.elapsed() - stoppingSince < SAME_SIGNAL_MILLISECONDS) return
  if (stopping) process.exit(1)
  stoppingSince = realTime.elapsed()
  log.info(`${signal}: closing. Once more ends at once.`)
  waiting.abort()
  stopping = starting
    .then(
      // The balancer sees in the meantime that this server is not ready, and sends its calls to others.
      () => realTime.delay(stopDelay),
      () => undefined,
    )
    .then(() => {
      realTime.after(CLOSE_WITHIN * closingPatience, () => process.exit(1))
      return closeAll()
    })
  void stopping.then(() => exit(0))
}

async function exit(code: number) {
  await within(realTime, FLUSH_WITHIN, output.flushed())
  process.exit(code)
}

function closeAll(): Promise<void> {
  closing ??= within(realTime, GRACE * closingPatience, closeInReverse(serving)).then(() => closeInReverse(storing))
  return closing
}

/** Goes on with the next part when one fails to close. */
async function closeInReverse(parts: readonly (() => Promise<unknown>)[]) {
  for (const close of [...parts].reverse())
    await close().catch(err => log.error({err}, 'A part of the server did not end well'))
}

/** A person at a terminal reads text; everything else gets JSON. */
function openLog(options: Partial<LogOptions> = {}): Log {
  return createLog({level: 'info', format: isatty(1) ? 'text' : 'json', stream: output, ...options})
}

function refuseListen(host: string, port: number) {
  return (error: NodeJS.ErrnoException) => {
    throw new StartRefused(`The server can't listen on ${host}, port ${port}: ${explainListen(error)}`)
  }
}

function explainListen(error: NodeJS.ErrnoException): string {
  return error.code === 'EADDRINUSE' ? 'something else does. Choose another with PORT.' : error.message
}
