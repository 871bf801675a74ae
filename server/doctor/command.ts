import {existsSync} from 'node:fs'
import {join} from 'node:path'
import pg from 'pg'
import {startForLook} from '../cluster/look'
import {reachRunningDatabase} from '../cluster/start'
import {StartRefused} from '../database/startRefused'
import {type Environment, readEnvironment} from '../environment'
import {realTime} from '../scheduler'
import {lookIntoDatabase} from './contents'
import {type Finding, reasonOf, wrong} from './finding'
import {lookAtFolder} from './folder'
import {lookAtInputs} from './inputs'
import {askServer} from './running'
import {lookAtSettings} from './settings'

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
