import {execFileSync} from 'node:child_process'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished} from 'vitest'
import {STOPPING} from '../../server/http/closing'
import {FAULTS} from '../../server/http/failures/storageFaults'
import {AWAY, READS_ONLY} from '../../server/http/system'
import {createDataDir} from '../support/dataDir'
import {readDoc} from '../support/namedTests'
import {findProgram} from '../support/programs'
import {startServerProcess} from '../support/serverProcess'

const ROOT = join(import.meta.dirname, '../..')
const PROMTOOL = findProgram('promtool')

const runbook = readDoc('docs/runbook.md')
const rules = readDoc('deploy/alerts.yml')
const dashboard = readDoc('deploy/grafana-dashboard.json')
const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name)

describe('what is for those on call', () => {
  it('names metrics that the server has', async () => {
    const has = new Set([...(await readMetrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))

    const named = [rules, dashboard, runbook].flatMap(text =>
      [...text.matchAll(/pulsewall_\w+/g)].map(([name]) => name),
    )

    expect(named.length).toBeGreaterThan(25)
    expect([...new Set(named)].filter(name => !has.has(name.replace(/_bucket$/, '')))).toEqual([])
  })

  it('has a row for each background job, and no other', async () => {
    const rows = tableOf('Background jobs').map(([name = '']) => name.replaceAll('`', ''))
    const jobs = (await readMetrics()).matchAll(/^pulsewall_background_failures_total\{work="(\w+)"\}/gm)
    expect(rows).toEqual([...jobs].map(([, name]) => name).sort())
  })

  it('has a row for each reason of readiness, and for each fault of the disk', () => {
    const rowsOf = (title: string) => tableOf(title).map(([name]) => name)
    const faults = (is: 'reason' | 'warning') => FAULTS.filter(fault => fault.is === is).map(({inWords}) => inWords)
    expect(rowsOf('Reasons in /readyz')).toEqual([
      ...[...AWAY.reasons, ...READS_ONLY.reasons, ...faults('reason')],
      ...['a step of the start', STOPPING],
    ])
    expect(rowsOf('Warnings in /readyz')).toEqual(expect.arrayContaining(faults('warning')))
  })

  it('has a section of the runbook for each alert, and no other', () => {
    const [, section = ''] = runbook.split(/^## /m)
    expect(section).toMatch(/^Alerts\n/)
    expect([...section.matchAll(/^### (.+)$/gm)].map(([, name]) => name)).toEqual(alerts)
    expect(alerts.length).toBeGreaterThan(8)
  })

  it('has an expression and a summary in each alert', () => {
    const each = rules.split(/^ {6}- alert: /m).slice(1)
    const whole =
      /^\w+\n {8}expr: .+\n(?: {10}.+\n)*(?: {8}for: \d+[mh]\n)? {8}labels: \{severity: (?:warning|critical)\}\n {8}annotations:\n {10}summary: ".+"\n$/
    expect(each.filter(alert => !whole.test(alert))).toEqual([])
  })

  it('has a query in each panel of the dashboard', () => {
    const {panels} = JSON.parse(dashboard)
    expect(panels.length).toBeGreaterThan(9)
    for (const panel of panels) expect(panel).toMatchObject({targets: [{expr: expect.stringContaining('pulsewall_')}]})
  })

  it('links only to sections of the runbook that are there', () => {
    const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
    const links = [...runbook.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
    expect(links.filter(link => !anchors.includes(link))).toEqual([])
  })

  it.skipIf(PROMTOOL === undefined)('has rules that Prometheus accepts', () => {
    expect(
      execFileSync(PROMTOOL ?? '', ['check', 'rules', join(ROOT, 'deploy/alerts.yml')], {encoding: 'utf8'}),
    ).toContain(`${alerts.length} rules found`)
  })
})

/** Reads the metrics of a server that has backups and looks for others. */
async function readMetrics(): Promise<string> {
  const dataDir = await createDataDir()
  const environment = {DEMO: 'off', BACKUP_DIR: join(dataDir, 'backups'), REDIS_URL: 'redis://127.0.0.1:1'}
  const server = startServerProcess({dataDir, environment})
  onTestFinished(() => void server.end('SIGKILL'))
  const text = await (await fetch(`${await server.origin}/metrics`)).text()
  await server.end('SIGTERM')
  return text
}

/** The cells of a table, row by row. */
function tableOf(title: string): string[][] {
  const [, section = ''] = runbook.split(`## ${title}\n`)
  const [table = ''] = section.split(/^## /m)
  const rows = table.split('\n').filter(line => line.startsWith('|'))
  return rows.slice(2).map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
