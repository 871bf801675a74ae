import {X509Certificate} from 'node:crypto'
import {createSecureContext} from 'node:tls'
import {Redis} from 'ioredis'
import {DAY} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {readClientConfig} from '../clientConfig'
import {readTls, type TlsFiles} from '../deviceApi/mqtt/tlsFiles'
import type {Environment} from '../environment'
import {type Finding, ok, reasonOf, warning, wrong} from './finding'

const EXPIRES_SOON: Milliseconds = 14 * DAY
const REDIS_PATIENCE: Milliseconds = 5_000

/** Checks the server's inputs besides the database: `config.json`, the certificate of MQTT, and Redis. */
export async function lookAtInputs({dataDir, mqtt, redisUrl}: Environment, now: EpochMs): Promise<Finding[]> {
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
