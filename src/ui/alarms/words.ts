import {backFrom, SEVERITIES, type Threshold} from '../../../contract/rules/thresholds'
import type {Alarm, AlarmKind} from '../../domain/alarm'
import type {Formats} from '../../domain/format/formats'
import {lengthOf} from '../../domain/format/times'
import {texts as kit} from '../kit/text/texts'
import {texts} from './texts'

/** Returns the alarm's state in a few words. */
export const stateText = ({state, shelf}: Alarm, {dateTime}: Formats): string =>
  state === 'shelved' && shelf !== null ? texts.shelvedUntil(dateTime(shelf.until, 'minute')) : texts.states[state]

/** Returns the text that an alarm of silence shows instead of a value: the least time without one. */
export function silenceText({severity, threshold}: Pick<Alarm, 'severity' | 'threshold'>): string {
  const after = threshold?.silentAfter ?? null
  const length = after === null ? null : lengthOf(after)
  return severity === null ? texts.wasSilent(length) : texts.silent(length)
}

/** What is wrong with a screen, and what it showed last. */
export function screenText({screen}: Pick<Alarm, 'screen'>): string | null {
  if (screen === undefined) return null
  const {kind, why, last} = screen
  const reason = why && texts.screen.why[why]
  const what = kind === 'dark' || kind === 'fallback' ? texts.screen[kind](reason) : texts.screen[kind]
  return [what, ...(last === null ? [] : [texts.screen.last(last)])].join(' · ')
}

/**
 * Writes the meaning of a threshold, with the very inequality by which it is evaluated. `written` writes a value with its
 * unit.
 */
export function thresholdLines(threshold: Threshold, kind: AlarmKind, written: (value: number) => string): string[] {
  const {warning, critical, clear, delay, silentAfter, isLatching, unusual} = threshold
  const {threshold: words} = texts
  const limits = {warning, critical}
  const sides = (['above', 'below'] as const).flatMap(side =>
    SEVERITIES.toReversed().flatMap(severity => {
      const limit = limits[severity]?.[side] ?? null
      if (limit === null) return []
      const back = words.back(side, written(backFrom({side, value: limit}, clear)))
      return [`${words[side](kit.severities[severity], written(limit))}, ${back}.`]
    }),
  )
  const lengthIn = (time: number) => (time > 0 ? lengthOf(time) : null)
  const ofKind = {
    value: [
      ...sides,
      ...(delay.on > 0 ? [words.onDelay(lengthOf(delay.on))] : []),
      ...(delay.off > 0 ? [words.offDelay(lengthOf(delay.off))] : []),
    ],
    silence: silentAfter === null ? [] : [words.silence(lengthOf(silentAfter))],
    screen: [],
    unusual: unusual ? [words.unusual(kit.severities[unusual.severity], lengthIn(unusual.delay.on))] : [],
  }[kind]
  return [...ofKind, ...(isLatching ? [words.latching] : [])]
}
