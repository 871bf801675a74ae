import type {Gaps} from '../support/gaps'
import {type Line, verdict} from '../support/report'
import {percentile, type Sample, trendPerMinute} from '../support/statistics'
import {FIRST_VALUE, type Message, WRONGS} from './judge'
import type {ServerSamples} from './serverProcess'
import type {Seen} from './watch'

/** A trouble that happened. */
export interface Endured {
  name: string
  /** Until all was well again; null when it was not. */
  milliseconds: number | null
  /** The fault during it. */
  cause: string | null
}

export interface Run {
  minutes: number
  endured: readonly Endured[]
  /** The gaps of the chart on the dashboard, after each trouble. */
  chart: Gaps
  /** The gaps of each device on the server, at the end. */
  stored: readonly Gaps[]
  /** Errors that the pages did not catch. */
  complaints: readonly string[]
  server: ServerSamples
  screens: readonly (Seen & {name: string})[]
  messages: readonly Message[]
  messagesOf(id: string): readonly Message[]
}

const SERVER_LIMIT = 5
const PAGE_LIMIT = 1
const FILES_LIMIT = 1
const FRAMES_LIMIT = 50
/** Shorter runs tell of memory, but do not judge it: what has just begun still grows. */
const JUDGED_AFTER = 8 * 60_000
const MAX_DETAILS = 30

/** Returns the table of a run: its measures beside the limits. */
export function linesOf(run: Run): Line[] {
  const {server, screens, chart, stored, complaints, messages} = run
  const acknowledged = messages.filter(({isAcknowledged}) => isAcknowledged).length
  const lost = stored.reduce((sum, {missing}) => sum + missing.length, 0)
  const doubled = stored.reduce((sum, each) => sum + each.doubled.length, 0)
  return [
    growth('server, since its last start: resident memory', server.resident, SERVER_LIMIT),
    growth('  its heap, garbage included', server.heap, SERVER_LIMIT),
    growth('  its open files and sockets', server.files, FILES_LIMIT, 'files'),
    ...screens.map(({name, heap}) => growth(`${name}: heap after collection`, heap, PAGE_LIMIT)),
    ...screens.map(({name, frames}) => framesOf(name, frames)),
    none('values that were acknowledged and are not stored', lost + doubled, {
      measured: `${lost} of ${acknowledged} missing, ${doubled} doubled; ${messages.length - acknowledged} never acknowledged`,
    }),
    none('values missing or doubled in the chart of the dashboard', chart.missing.length + chart.doubled.length),
    ...screens.map(({name, judged, findings}) =>
      none(`${name}: wrong ages`, findings.length, {measured: `${findings.length} of ${judged} that were looked at`}),
    ),
    ...troubles(run),
    none('errors on the pages', complaints.length),
  ]
}

/** Every single thing that was wrong, as far as somebody would read it. */
export function details({screens, endured, complaints, chart, stored, messagesOf}: Run): string[] {
  const findings = screens.flatMap(screen => screen.findings)
  const found = findings.map(({at, screen, wrong, painted}) => {
    const message = messagesOf(painted.id)[painted.value - FIRST_VALUE]
    const sent = message === undefined ? 'never sent' : `sent ${((at - message.sentAt) / 1000).toFixed(1)} s before`
    const said = `${painted.freshness} ${painted.age}`
    return `${new Date(at).toISOString()} ${screen}: ${WRONGS[wrong]}: ${painted.id} says “${said}” of ${painted.value}, ${sent}`
  })
  const gaps = [chart, ...stored].flatMap(({missing, doubled}) => [
    ...missing.map(value => `missing: ${value}`),
    ...doubled.map(value => `doubled: ${value}`),
  ])
  const causes = endured.flatMap(({name, cause}) => (cause === null ? [] : [`${name}: ${cause}`]))
  const all = [...found, ...gaps, ...causes, ...complaints]
  return all.length <= MAX_DETAILS ? all : [...all.slice(0, MAX_DETAILS), `… and ${all.length - MAX_DETAILS} more`]
}

/** Growth counts when it is above the limit even by its lowest estimate. */
function growth(what: string, samples: readonly Sample[], limit: number, unit = 'MB'): Line {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || samples.length < 3) {
    return {what, measured: 'too short to tell', limit: '', verdict: 'information'}
  }
  const {slope, error} = trendPerMinute(samples)
  const isJudged = last.at - first.at >= JUDGED_AFTER
  return {
    what,
    measured:
      `${first.value.toFixed(1)} → ${last.value.toFixed(1)} ${unit}, ` +
      `${slope >= 0 ? '+' : ''}${slope.toFixed(2)} ± ${(2 * error).toFixed(2)} ${unit}/min`,
    limit: isJudged ? `flat: ≤ ${limit} ${unit}/min` : '',
    verdict: isJudged ? verdict(slope - 2 * error <= limit) : 'information',
  }
}

function framesOf(name: string, frames: readonly number[]): Line {
  const [p50, p1] = [percentile(frames, 0.5), percentile(frames, 0.01)]
  return {
    what: `${name}: frames`,
    measured: `p50 ${p50.toFixed(0)} /s, p1 ${p1.toFixed(0)} /s`,
    limit: `p50 ≥ ${FRAMES_LIMIT} /s`,
    verdict: verdict(p50 >= FRAMES_LIMIT),
  }
}

function troubles({endured}: Run): Line[] {
  const names = [...new Set(endured.map(({name}) => name))]
  return names.map(name => {
    const times = endured.filter(each => each.name === name)
    const survived = times.flatMap(({milliseconds, cause}) =>
      milliseconds === null || cause !== null ? [] : milliseconds,
    )
    return {
      what: `survived: ${name}`,
      measured: `${survived.length} of ${times.length}, all well after at most ${(Math.max(0, ...survived) / 1000).toFixed(1)} s`,
      limit: 'all',
      verdict: verdict(survived.length === times.length),
    }
  })
}

const none = (what: string, count: number, {measured = String(count)} = {}): Line => ({
  what,
  measured,
  limit: 'none',
  verdict: verdict(count === 0),
})
