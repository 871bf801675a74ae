import {readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {alarmChannels} from './alarmChannels'
import {alarmList} from './alarmList'
import {alarmMail} from './alarmMail'
import {alarms} from './alarms'
import {authorisation} from './authorisation'
import {availability} from './availability'
import {backup} from './backup'
import {card} from './card'
import {changes} from './changes'
import {comparison} from './comparison'
import {composedWall} from './composedWall'
import {consoleImport} from './consoleImport'
import {consoleList} from './consoleList'
import {consoleServer} from './consoleServer'
import {disk} from './disk'
import {doctor} from './doctor'
import {doors} from './doors'
import {emergency} from './emergency'
import {firstPaint} from './firstPaint'
import {flood} from './flood'
import {heartbeats} from './heartbeats'
import {history} from './history'
import {idle} from './idle'
import {ingest} from './ingest'
import {javascript} from './javascript'
import {list} from './list'
import {live} from './live'
import {liveChart} from './liveChart'
import {login} from './login'
import {memory} from './memory'
import {message} from './message'
import {mqtt} from './mqtt'
import {mqttStrangers} from './mqttStrangers'
import {navigator} from './navigator'
import {nodeRed} from './nodeRed'
import {opening} from './opening'
import {palette} from './palette'
import {playlist} from './playlist'
import {plays} from './plays'
import {rangeReads} from './rangeReads'
import {recovery} from './recovery'
import {replay} from './replay'
import {restart} from './restart'
import {retention} from './retention'
import {rollingRestart} from './rollingRestart'
import {series} from './series'
import {servers} from './servers'
import {shift} from './shift'
import {sockets} from './sockets'
import {strangers} from './strangers'
import {endEveryProcess} from './support/processes'
import {asDocument, asTable, type Line} from './support/report'
import {readSettings, type Settings} from './support/settings'
import {upload} from './upload'
import {usual} from './usual'
import {usualServer} from './usualServer'
import {wall} from './wall'
import {wallHeap} from './wallHeap'
import {wallImportance} from './wallImportance'
import {wallLatency} from './wallLatency'
import {wallOpen} from './wallOpen'
import {wallSockets} from './wallSockets'
import {whatPlays} from './whatPlays'
import {writeAheadLog} from './writeAheadLog'

type Benchmark = (settings: Settings) => Promise<Line[]>

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  idle,
  javascript,
  firstPaint,
  opening,
  live,
  list,
  navigator,
  palette,
  heartbeats,
  series,
  history,
  disk,
  message,
  ingest,
  mqtt,
  mqttStrangers,
  flood,
  alarms,
  alarmList,
  shift,
  alarmMail,
  alarmChannels,
  memory,
  sockets,
  strangers,
  doors,
  consoleServer,
  replay,
  restart,
  servers,
  rollingRestart,
  recovery,
  writeAheadLog,
  backup,
  doctor,
  retention,
  liveChart,
  changes,
  comparison,
  composedWall,
  login,
  authorisation,
  consoleList,
  consoleImport,
  upload,
  plays,
  availability,
  rangeReads,
  usual,
  usualServer,
  whatPlays,
  playlist,
  emergency,
  wall,
  wallImportance,
  wallLatency,
  wallSockets,
  wallOpen,
  card,
  wallHeap,
  nodeRed,
}

const DOCUMENT = join(import.meta.dirname, '..', 'docs', 'bench.md')

process.on('exit', endEveryProcess)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const settings = readSettings(process.argv.slice(2), Object.keys(BENCHMARKS))
const lines: Line[] = []
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (!settings.names.includes(name)) continue
  console.error(`${name} …`)
  lines.push(...(await measure(name, benchmark)))
}
console.log(asTable(lines, await readFile(DOCUMENT, 'utf8').catch(() => '')))
if (settings.names.length === Object.keys(BENCHMARKS).length) await writeDocument()
process.exit(lines.some(({verdict}) => verdict === 'not run') ? 1 : 0)

async function measure(name: string, benchmark: Benchmark): Promise<Line[]> {
  try {
    return await benchmark(settings)
  } catch (error) {
    console.error(error)
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error)
    return [{what: name, measured: reason, limit: '', verdict: 'not run'}]
  } finally {
    endEveryProcess()
  }
}

async function writeDocument() {
  await writeFile(DOCUMENT, asDocument(lines, settings))
}
