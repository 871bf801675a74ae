import {X509Certificate} from 'node:crypto'
import {existsSync} from 'node:fs'
import {readdir, stat, statfs} from 'node:fs/promises'
import {join} from 'node:path'
import {createSecureContext} from 'node:tls'
import {Redis} from 'ioredis'
import pg from 'pg'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {readClientConfig} from '../clientConfig'
import {startForLook} from '../cluster/look'
import {reachRunningDatabase} from '../cluster/start'
import {StartRefused} from '../database/startRefused'
import {readTls, type TlsFiles} from '../deviceApi/mqtt/tlsFiles'
import {type Environment, readEnvironment} from '../environment'
import {realTime} from '../scheduler'
import {lookIntoDatabase} from './contents'
import {type Finding, ok, reasonOf, warning, wrong} from './finding'
import {askServer} from './running'

type Say = (line: string) => void

const MARKS = {ok: 'ok      ', warning: 'warning ', wrong: 'WRONG   '} as const

/** `npm run doctor [-- URL]`: rejects with `StartRefused` when something is wrong. */
export async function doctorCommand(parameters: readonly string[], variables: NodeJS.ProcessEnv, say: Say) {
  const [url, ...others] = parameters
  if (others.length > 0 || (url !== undefined && !URL.canParse(url))) {
    throw new StartRefused('Name one address at most: npm run doctor -- https://pulsewall.example')
  }
  const environment = readEnvironment(variables)
  const {host, port} = environment
  let failures = 0
  const report = (findings: readonly Finding[]) => {
    for (const {state, text} of findings) say(`${MARKS[state]}${text}`)
    failures += findings.filter(({state}) => state === 'wrong').length
  }
  report(lookAtSettings(environment, variables))
  report(await lookAtFolder(environment))
  report(await lookAtInputs(environment, realTime.now()))
  report(await askServer(url ?? `http://${host}:${port}`, url !== undefined, realTime.now))
  report(await lookAtDatabase(environment))
  if (failures > 0) throw new StartRefused(`${failures} ${failures === 1 ? 'thing is' : 'things are'} wrong.`)
}

async function lookAtDatabase(environment: Environment): Promise<Finding[]> {
  const {dataDir, databaseUrl} = environment
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    return [wrong(`There is no database in ${dataDir}: name its folder with DATA_DIR, or restore the newest backup.`)]
  }
  try {
    const {url, stop} = databaseUrl
      ? {url: databaseUrl, stop: async () => undefined}
      : ((await reachRunningDatabase(dataDir)) ?? (await startForLook(dataDir, realTime)))
    return await lookIntoDatabase(url, environment, realTime.now).finally(stop)
  } catch (error) {
    return [wrong(`The database can't be looked at: ${reasonOf(error)}${adviceOf(error)}`)]
  }
}

/** The server creates these at each start where they are missing, and the doctor does not. */
function adviceOf(error: unknown): string {
  const isMissing = error instanceof pg.DatabaseError && ['28000', '3D000'].includes(error.code ?? '')
  return isMissing
    ? '. Start the server once, which makes what is missing, and restore the newest backup if it is empty then.'
    : ''
}

const OTHERS = 0o077
const PERMISSIONS = 0o777
const GIBIBYTE = 1024 ** 3

/** Checks the owner of the data folder, its other readers, and the space left on its disk and that of the backups. */
async function lookAtFolder({dataDir, backups, diskLimits}: Environment): Promise<Finding[]> {
  const folder = await stat(dataDir).catch(error =>
    wrong(`The data folder ${dataDir} can't be read: ${reasonOf(error)}.`),
  )
  if ('state' in folder) return [folder]
  const mode = folder.mode & PERMISSIONS
  const octal = mode.toString(8).padStart(4, '0')
  return [
    mode & OTHERS
      ? wrong(`Other accounts may enter ${dataDir} (${octal}): chmod 700 ${dataDir}`)
      : ok(`Only its owner may enter ${dataDir}.`),
    folder.uid === process.getuid?.()
      ? ok(`${dataDir} belongs to this account.`)
      : warning(`${dataDir} belongs to account ${folder.uid}, and not to this one: run the server as its owner.`),
    ...(await lookAtCluster(dataDir, folder.uid)),
    await lookAtDisk(dataDir, diskLimits),
    ...(backups ? [await lookAtDisk(backups.folder, diskLimits)] : []),
  ]
}

/** The database runs under the account of the data folder, or under any other one where that is root. */
async function lookAtCluster(dataDir: string, owner: number): Promise<Finding[]> {
  const names = await readdir(dataDir).catch(() => undefined)
  if (names === undefined) return [wrong(`The contents of ${dataDir} can't be listed by this account.`)]
  if (!names.includes('postgres')) return []
  const folder = join(dataDir, 'postgres')
  const {mode, uid} = await stat(folder)
  return [
    ...(mode & OTHERS & ~0o050 ? [wrong(`Other accounts may enter ${folder}: chmod 700 it.`)] : []),
    ...(owner !== 0 && uid !== owner
      ? [wrong(`${folder} belongs to account ${uid}, and the folder it is in to ${owner}: chown -R ${owner} ${folder}`)]
      : []),
  ]
}

async function lookAtDisk(folder: string, limits: Environment['diskLimits']): Promise<Finding> {
  const disk = await statfs(folder).catch(error => wrong(`The disk of ${folder} can't be read: ${reasonOf(error)}.`))
  if ('state' in disk) return disk
  const {bsize, blocks, bfree, bavail} = disk
  const used = 1 - bavail / (blocks - bfree + bavail)
  const sentence = `The disk of ${folder} is ${Math.floor(used * 100)} % full, ${((bavail * bsize) / GIBIBYTE).toFixed(1)} GiB are free`
  if (used >= limits.critical) return wrong(`${sentence}: make room, or keep less (RETENTION_DAYS).`)
  return used >= limits.warning ? warning(`${sentence}: make room soon.`) : ok(`${sentence}.`)
}

const EXPIRES_SOON: Milliseconds = 14 * DAY
const REDIS_PATIENCE: Milliseconds = 5_000

/** Checks the server's inputs besides the database: `config.json`, the certificate of MQTT, and Redis. */
async function lookAtInputs({dataDir, mqtt, redisUrl}: Environment, now: EpochMs): Promise<Finding[]> {
  return [
    await lookAtConfig(dataDir),
    ...(mqtt?.tls ? [await lookAtCertificate(mqtt.tls, now)] : []),
    ...(redisUrl === undefined ? [] : [await lookAtRedis(redisUrl)]),
  ]
}

const lookAtConfig = (dataDir: string) =>
  readClientConfig(dataDir).then(
    () => ok('config.json can be used, if there is one.'),
    error => wrong(`The server can't start: ${reasonOf(error)}`),
  )

async function lookAtCertificate(files: TlsFiles, now: EpochMs): Promise<Finding> {
  try {
    const tls = await readTls(files)
    createSecureContext(tls)
    return lookAtExpiry(new X509Certificate(tls.cert), files.certificate, now)
  } catch (error) {
    return wrong(`Devices can't connect by MQTT with TLS, see MQTT_CERTIFICATE and MQTT_KEY: ${reasonOf(error)}`)
  }
}

function lookAtExpiry({validTo}: X509Certificate, file: string, now: EpochMs): Finding {
  const left = Date.parse(validTo) - now
  if (left <= 0) return wrong(`The certificate ${file} has expired on ${validTo}: renew it.`)
  const sentence = `The certificate ${file} is valid until ${validTo}`
  return left < EXPIRES_SOON ? warning(`${sentence}: renew it.`) : ok(`${sentence}.`)
}

async function lookAtRedis(url: string): Promise<Finding> {
  const redis = new Redis(url, {lazyConnect: true, retryStrategy: null, connectTimeout: REDIS_PATIENCE})
  let reason = ''
  redis.on('error', error => {
    reason = reasonOf(error)
  })
  try {
    await redis.connect()
    await redis.ping()
    return ok('Redis answers at REDIS_URL.')
  } catch (error) {
    return wrong(
      `Redis does not answer at REDIS_URL, so servers don't hear of each other: ${reason || reasonOf(error)}`,
    )
  } finally {
    redis.disconnect()
  }
}

type Variables = Readonly<Record<string, string | undefined>>

/** Settings that contradict each other, or that have no effect. */
function lookAtSettings(environment: Environment, variables: Variables): Finding[] {
  const {dataDir, databaseUrl, publicUrl, smtpUrl, backups, diskLimits, demo} = environment
  const isPublic = publicUrl !== undefined
  const found: (Finding | false)[] = [
    !backups &&
      (variables.BACKUP_EVERY || variables.BACKUP_KEEP
        ? wrong('BACKUP_EVERY and BACKUP_KEEP do nothing without BACKUP_DIR: name a folder for the backups.')
        : warning('Nothing is backed up by itself: set BACKUP_DIR, or run npm run backup on a schedule of your own.')),
    diskLimits.warning >= diskLimits.critical && wrong('DISK_WARNING must be below DISK_CRITICAL.'),
    !!databaseUrl &&
      existsSync(join(dataDir, 'postgres')) &&
      warning(`DATABASE_URL is set, so the database in ${dataDir} is not used. Move it away if it is not needed.`),
    !!smtpUrl && !isPublic && wrong('Links in mails lead to HOST and PORT: set PUBLIC_URL to what people call.'),
    !smtpUrl &&
      isPublic &&
      warning('Without SMTP_URL nobody gets mail: letters are only written into the data folder.'),
    demo && isPublic && wrong('DEMO is on although PUBLIC_URL is set: its passwords are known to everybody.'),
  ]
  const some = found.filter(finding => finding !== false)
  return some.some(({state}) => state === 'wrong') ? some : [...some, ok('The settings agree with each other.')]
}
