import {execFile} from 'node:child_process'
import {existsSync} from 'node:fs'
import {mkdir, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {promisify} from 'node:util'
import {steadyPort} from '../../tests/support/steadyPort'
import {hasExited, startPlainNode} from './processes'

const PACKAGES = ['node-red@4.1', '@flowfuse/node-red-dashboard@1.31']
const FOLDER = join(tmpdir(), 'pulsewall-bench-node-red')
const PROGRAM = join(FOLDER, 'node_modules/node-red/red.js')

export interface RunningNodeRed {
  port: number
  pid: number
  page: string
}

/**
 * Runs Node-RED with a dashboard of a text and a small chart of the last hour for each device. It is installed once into a folder below the system's
 * temporary folder, and takes telemetry at the same path as we do, with the number of the device as its token.
 */
export async function withNodeRed<T>(devices: number, use: (nodeRed: RunningNodeRed) => Promise<T>): Promise<T> {
  if (!existsSync(PROGRAM)) await install()
  const port = await steadyPort()
  await writeFile(join(FOLDER, 'flows.json'), JSON.stringify(flows(devices)))
  await writeFile(join(FOLDER, 'settings.js'), SETTINGS)
  const child = startPlainNode(PROGRAM, {
    parameters: ['-u', FOLDER, '-s', join(FOLDER, 'settings.js'), '-p', String(port), 'flows.json'],
  })
  child.stdout?.resume()
  child.stderr?.resume()
  const page = `http://127.0.0.1:${port}/dashboard/wall`
  try {
    while (!(await isThere(page))) {
      if (child.exitCode !== null) throw new Error(`Node-RED ended with ${child.exitCode}`)
      await delay(250)
    }
    return await use({port, pid: child.pid ?? 0, page})
  } finally {
    child.kill()
    await hasExited(child)
  }
}

async function install() {
  await rm(FOLDER, {recursive: true, force: true})
  await mkdir(FOLDER, {recursive: true})
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({name: 'bench', private: true}))
  const parameters = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES]
  await promisify(execFile)('npm', parameters, {cwd: FOLDER})
}

const isThere = (page: string) =>
  fetch(page).then(
    ({ok}) => ok,
    () => false,
  )

const SETTINGS = `module.exports = {
  flowFile: 'flows.json',
  disableEditor: true,
  telemetry: {enabled: false, updateNotification: false},
  logging: {console: {level: 'error', metrics: false, audit: false}},
}
`

const flows = (devices: number) => [
  {id: 'flow', type: 'tab', label: 'Bench'},
  {id: 'base', type: 'ui-base', name: 'Bench', path: '/dashboard', navigationStyle: 'none'},
  {id: 'theme', type: 'ui-theme', name: 'Default', colors: COLOURS, sizes: SIZES},
  {
    id: 'page',
    type: 'ui-page',
    name: 'Wall',
    ui: 'base',
    path: '/wall',
    icon: 'home',
    layout: 'grid',
    theme: 'theme',
    breakpoints: [{name: 'Default', px: '0', cols: '12'}],
    order: 1,
    className: '',
    visible: 'true',
    disabled: 'false',
  },
  {
    id: 'group',
    type: 'ui-group',
    name: 'Devices',
    page: 'page',
    width: '12',
    height: '1',
    order: 1,
    showTitle: false,
    className: '',
    visible: 'true',
    disabled: 'false',
    groupType: 'default',
  },
  {id: 'in', type: 'http in', z: 'flow', url: '/api/v1/:device/telemetry', method: 'post', wires: [['share', 'out']]},
  {id: 'out', type: 'http response', z: 'flow', statusCode: '200', headers: {}, wires: []},
  {
    id: 'share',
    type: 'function',
    z: 'flow',
    outputs: devices,
    libs: [],
    func: `const told = Array(${devices}).fill(null)
told[Number(msg.req.params.device)] = {payload: msg.payload.values.k0}
return told`,
    wires: Array.from({length: devices}, (_, at) => [`text${at}`, `chart${at}`]),
  },
  ...Array.from({length: devices}, (_, at) => ({
    id: `text${at}`,
    type: 'ui-text',
    z: 'flow',
    group: 'group',
    order: at + 1,
    width: '2',
    height: '1',
    name: '',
    label: `Device ${at}`,
    format: '{{msg.payload}}',
    layout: 'row-spread',
    style: false,
    className: '',
    wires: [],
  })),
  ...Array.from({length: devices}, (_, at) => ({
    id: `chart${at}`,
    type: 'ui-chart',
    z: 'flow',
    group: 'group',
    order: devices + at + 1,
    width: '2',
    height: '2',
    name: '',
    label: `Chart ${at}`,
    ...CHART,
    wires: [[]],
  })),
]

const CHART = {
  chartType: 'line',
  category: 'topic',
  categoryType: 'msg',
  action: 'append',
  interpolation: 'linear',
  xAxisType: 'time',
  xAxisProperty: '',
  xAxisPropertyType: 'timestamp',
  xAxisFormat: '',
  xAxisFormatType: 'auto',
  yAxisProperty: 'payload',
  yAxisPropertyType: 'msg',
  xmin: '',
  xmax: '',
  ymin: '',
  ymax: '',
  bins: 10,
  stackSeries: false,
  pointShape: 'false',
  pointRadius: 0,
  showLegend: false,
  className: '',
  removeOlder: 1,
  removeOlderUnit: '3600',
  removeOlderPoints: '',
  xAxisLabel: '',
  yAxisLabel: '',
  colors: Array.from({length: 9}, () => '#0095ff'),
  textColor: ['#666666'],
  textColorDefault: true,
  gridColor: ['#e5e5e5'],
  gridColorDefault: true,
}

const COLOURS = {
  surface: '#ffffff',
  primary: '#0094ce',
  bgPage: '#eeeeee',
  groupBg: '#ffffff',
  groupOutline: '#cccccc',
}
const SIZES = {
  density: 'default',
  pagePadding: '12px',
  groupGap: '12px',
  groupBorderRadius: '4px',
  widgetGap: '12px',
}
