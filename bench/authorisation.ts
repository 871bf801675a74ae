import {BARE_PREFIX, type BarePathServer, startBarePathServer} from './support/barePath'
import {watchCpu} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median, spread} from './support/statistics'

const PARALLEL = 200
/** The requests are spread over many users, because each user has a rate limit. */
const USERS = 40
const LIMIT = 1

/** Compares the same read with and without the checks of session and reach, in turns. */
export async function authorisation(settings: Settings): Promise<Line[]> {
  return withDataFolder(async dataDir => {
    const server = await startBarePathServer({dataDir, users: USERS})
    const cookies: string[] = []
    for (const email of server.emails) cookies.push(await cookiesOf(server, email))
    const requests = byLength(settings, {quick: 2000, usual: 6000})
    const authorised: Round[] = []
    const bare: Round[] = []
    for (let run = -1; run < byLength(settings, {quick: 5, usual: 9}); run++) {
      const authorisedRound = await read(server, {prefix: '', cookies, requests})
      const bareRound = await read(server, {prefix: BARE_PREFIX, cookies: [''], requests})
      // Rounds with a negative number only warm up.
      if (run < 0) continue
      authorised.push(authorisedRound)
      bare.push(bareRound)
    }
    await server.stop()
    return lines(authorised, bare)
  })
}

interface Reading {
  prefix: string
  /** The cookies of the sessions that share the requests. */
  cookies: readonly string[]
  requests: number
}

interface Round {
  /** The CPU time per request, ms. */
  serverTime: number
  databaseTime: number
  /** The median time from request to answer, ms. */
  answered: number
}

async function read({origin, pid, deviceIds}: BarePathServer, {prefix, cookies, requests}: Reading): Promise<Round> {
  const answered: number[] = []
  let next = 0
  async function askInTurns(worker: number) {
    const headers = {cookie: cookies[worker % cookies.length] ?? ''}
    while (next < requests) {
      const deviceId = deviceIds[next++ % deviceIds.length]
      const askedAt = performance.now()
      const answer = await fetch(`${origin}${prefix}/api/v0/device/${deviceId}`, {headers})
      const body = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${body}`)
      answered.push(performance.now() - askedAt)
    }
  }
  const cpuSince = watchCpu(pid)
  const startedAt = performance.now()
  await Promise.all(Array.from({length: PARALLEL}, (_, worker) => askInTurns(worker)))
  const perRequest = (performance.now() - startedAt) / requests
  const {server, database} = cpuSince()
  return {serverTime: server * perRequest, databaseTime: database * perRequest, answered: median(answered)}
}

function lines(authorised: readonly Round[], bare: readonly Round[]): Line[] {
  const serverTimes = (rounds: readonly Round[]) => rounds.map(({serverTime}) => serverTime)
  const databaseTimes = (rounds: readonly Round[]) => rounds.map(({databaseTime}) => databaseTime)
  const answers = (rounds: readonly Round[]) => rounds.map(({answered}) => answered)
  const more = median(serverTimes(authorised)) - median(serverTimes(bare))
  const compared = (figuresOf: (rounds: readonly Round[]) => number[], decimals: number) =>
    `${spread(figuresOf(authorised), 'ms', decimals)}, bare ${spread(figuresOf(bare), 'ms', decimals)}`
  return [
    {
      what: `authorised read of a device, ${PARALLEL} in parallel: server time over the same without session and reach`,
      measured: `${more.toFixed(2)} ms; ${compared(serverTimes, 2)}`,
      limit: '≤ 1 ms more',
      verdict: verdict(more <= LIMIT),
    },
    information('  its database’s time', compared(databaseTimes, 2)),
    information('  request → answer, the wait behind the other 199 included', compared(answers, 0)),
  ]
}
