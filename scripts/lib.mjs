import {spawnSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join, resolve} from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')
const CLIENT_SOURCES = [
  ...['contract', 'public', 'src', 'index.html', 'player.html'],
  ...['package-lock.json', 'vite', 'vite.config.ts', 'vite.player.config.ts'],
]
const SERVER_SOURCES = ['contract', 'server', 'package-lock.json', 'vite.server.config.ts']
/** The headless shell comes first: it draws no window around each page, which takes two thirds of the processor's time. */
const CHROMIUM_PLACES = JSON.parse(readFileSync(join(import.meta.dirname, 'chromiumPlaces.json'), 'utf8'))

/** Installs the dependencies of the lock file if any of them is missing. */
export function install() {
  if (isInstalled()) return
  console.log('Installing the dependencies …')
  // Without `--include=dev`, NODE_ENV=production would leave out what the build needs.
  npm('ci', '--include=dev', '--no-audit', '--no-fund')
}

/** Builds the client if its sources have changed since the last build, and notes the commit, which the server tells. */
export function buildClient() {
  noteCommit()
  const sources = digest(CLIENT_SOURCES)
  build('client', sources, ['vite.config.ts', 'vite.player.config.ts'])
}

/** Builds the server, as the client is built, if its sources have changed since the last build. */
export function buildServer() {
  // The build names the places of its files, so that another folder is another build.
  build('server', `${ROOT} ${digest(SERVER_SOURCES)}`, ['vite.server.config.ts'])
}

/** As `buildClient`, with the React of development, which reports mistakes on the console. */
export function buildGallery() {
  const sources = digest([...CLIENT_SOURCES, 'tests/gallery', 'tests/machines'])
  build('gallery', sources, ['tests/gallery/vite.config.ts'], 'development')
}

function build(name, sources, configs, mode = 'production') {
  const stamp = join(ROOT, `dist/${name}.sources`)
  if (existsSync(join(ROOT, 'dist', name)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  console.log(`Building the ${name} …`)
  for (const config of configs)
    node(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--config', config], {NODE_ENV: mode})
  mkdirSync(join(ROOT, 'dist'), {recursive: true})
  writeFileSync(stamp, sources)
}

/** Runs the built server in this process and not in a child, so that signals reach it directly. */
export async function runServer() {
  process.chdir(ROOT)
  await import('../dist/server/main.js')
  if (process.env.npm_lifecycle_event) endWithNpm()
}

/** Runs a command of the built server with the parameters of this process. Exits with 1 when it fails. */
export async function runServerCommand(name) {
  install()
  buildServer()
  process.chdir(ROOT)
  // Backups and restored files belong to this account alone.
  process.umask(0o077)
  const {[name]: command} = await import('../dist/server/commands.js')
  await runCommand(command)
}

/** Runs a command with the parameters of this process. Exits with 1 when it fails. */
export async function runCommand(command) {
  try {
    await command(process.argv.slice(2), process.env, console.log)
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
}

/** Prepares the parts that every tier needs. Vitest builds client and server for the tests that need them. */
export async function prepareTests() {
  install()
  process.env.CHROMIUM_PATH = await provideChromium()
  provideTestPrograms()
  process.env.FAKETIME_LIBRARY = findFaketime() ?? ''
}

/** Returns the path of Chromium: CHROMIUM_PATH, an installed one, or a new one. Exits with 1 when all of these fail. */
export async function provideChromium() {
  const {chromium} = await import('playwright-core')
  const find = () => [...CHROMIUM_PLACES, chromium.executablePath()].find(path => existsSync(path))
  const path = process.env.CHROMIUM_PATH || find() || (installChromium() && find())
  if (path && existsSync(path)) return path
  console.error(
    'The journeys need a Chromium, and none was found or could be installed.\n' +
      'Install Chromium or Google Chrome, or name one in CHROMIUM_PATH.',
  )
  process.exit(1)
}

/** Programs that some tests need, by their packages in Debian. A missing one is reported, and its tests are skipped. */
const PAHO = 'paho for Python'
const FAKETIME = 'libfaketime'
/** Debian's packages are for its own. */
const PYTHONS = ['/usr/bin/python3', 'python3']
const TEST_PROGRAMS = {
  'redis-server': 'redis-server',
  haproxy: 'haproxy',
  curl: 'curl',
  wget: 'wget',
  mosquitto_pub: 'mosquitto-clients',
  [PAHO]: 'python3-paho-mqtt',
  [FAKETIME]: 'libfaketime',
}

export function provideTestPrograms() {
  const missing = () => Object.keys(TEST_PROGRAMS).filter(name => !hasProgram(name))
  const packages = missing().map(name => TEST_PROGRAMS[name])
  if (packages.length > 0) {
    console.log(`Installing ${packages.join(', ')} …`)
    installPackages(packages)
  }
  for (const name of missing()) console.warn(`There is no ${name}: the tests that need it are skipped.`)
}

function hasProgram(name) {
  if (name === PAHO) return PYTHONS.some(python => spawnSync(python, ['-c', 'import paho.mqtt.client']).status === 0)
  return name === FAKETIME ? findFaketime() !== undefined : isInPath(name)
}

/** Debian's place of it has the name of the machine's kind. */
const findFaketime = () =>
  existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .map(kind => `/usr/lib/${kind}/faketime/libfaketime.so.1`)
        .find(path => existsSync(path))
    : undefined

const isInPath = name =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'].some(folder =>
    existsSync(join(folder, name)),
  )

export function npm(...parameters) {
  const cli = process.env.npm_execpath
  if (cli) run(process.execPath, [cli, ...parameters])
  else run('npm', parameters)
}

export function node(parameters, environment = {}) {
  run(process.execPath, parameters, environment)
}

/** Exits with the code of the step when it fails. */
function run(file, parameters, environment = {}) {
  const {status, error} = attempt(file, parameters, environment)
  if (error) console.error(error.message)
  if (status !== 0) process.exit(status ?? 1)
}

export function attempt(file, parameters, environment = {}) {
  return spawnSync(file, parameters, {cwd: ROOT, stdio: 'inherit', env: {...process.env, ...environment}})
}

/**
 * npm sends SIGTERM to the shell between npm and this process. The shell ends without passing it on, so we watch it.
 */
function endWithNpm() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

/** BUILD_COMMIT names the commit where there is no repository, as in a container. Writes nothing when it is noted already. */
function noteCommit() {
  const {stdout} = spawnSync('git', ['rev-parse', 'HEAD'], {cwd: ROOT, encoding: 'utf8'})
  const commit = process.env.BUILD_COMMIT || stdout || ''
  const note = join(ROOT, 'dist/commit')
  if (commit === '' || (existsSync(note) && readFileSync(note, 'utf8') === commit)) return
  mkdirSync(join(ROOT, 'dist'), {recursive: true})
  writeFileSync(note, commit)
}

function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, {version, optional}]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  )
}

function readPackages(file) {
  const path = join(ROOT, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

function digest(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesBelow)) hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)))
  return hash.digest('hex')
}

function filesBelow(path) {
  const found = statSync(join(ROOT, path), {throwIfNoEntry: false})
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(ROOT, path))
    .sort()
    .flatMap(name => filesBelow(`${path}/${name}`))
}

function installChromium() {
  console.log('Installing Chromium …')
  if (installPackages(['chromium-headless-shell']) || installPackages(['chromium'])) return true
  return attempt(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']).status === 0
}

/** Debian's, as root only. */
function installPackages(names) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  attempt('apt-get', ['update', '-q'])
  // A package must not start its own service here: the tests start theirs, on ports of their own.
  const environment = {RUNLEVEL: '1'}
  return attempt('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], environment).status === 0
}
