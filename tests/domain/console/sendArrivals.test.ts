import {describe, expect, it} from 'vitest'
import {NO_ARRIVALS, withPushed, withRead} from '../../../src/domain/console/sendArrivals'
import {SENT_KEY, SENT_VALUES} from '../../../src/domain/console/sendLines'
import type {Reading} from '../../../src/domain/telemetry/readings/reading'

const SINCE = Date.parse('2026-01-14T12:00:00Z')
const {sh, powerShell, mosquitto} = SENT_VALUES

const pushed = (...values: number[]) => ({points: values.map(value => ({ts: SINCE, value})), at: SINCE + 1})
const latest = (value: Reading['value'], receivedAt: number | null = SINCE + 1, ts = SINCE) =>
  new Map([[SENT_KEY, {value, ts, receivedAt}]])
const span = {since: SINCE, now: SINCE + 5000}

describe('of what is pushed', () => {
  it('each value counts, however many come together', () => {
    expect(withPushed(NO_ARRIVALS, pushed(sh, 20, mosquitto), SINCE)).toEqual(new Set(['sh', 'mosquitto']))
  })

  it('counts by when it arrived, whatever time the device gave it', () => {
    expect(withPushed(NO_ARRIVALS, {points: [{ts: 0, value: sh}], at: SINCE}, SINCE)).toEqual(new Set(['sh']))
    expect(withPushed(NO_ARRIVALS, {points: [{ts: SINCE, value: sh}], at: SINCE - 1}, SINCE)).toBe(NO_ARRIVALS)
  })

  it('goes on from what is known, which stays itself when no other way has arrived', () => {
    const known = withPushed(NO_ARRIVALS, pushed(sh), SINCE)
    expect(withPushed(known, pushed(sh, 20), SINCE)).toBe(known)
    expect(withPushed(known, pushed(powerShell), SINCE)).toEqual(new Set(['sh', 'powerShell']))
    expect(known).toEqual(new Set(['sh']))
  })
})

describe('of what is read', () => {
  it('the latest value of the key counts', () => {
    expect(withRead(NO_ARRIVALS, latest(powerShell), span)).toEqual(new Set(['powerShell']))
    expect(withRead(NO_ARRIVALS, new Map([['pressure', {value: sh, ts: SINCE, receivedAt: SINCE}]]), span)).toBe(
      NO_ARRIVALS,
    )
  })

  it.each([
    ['another value', latest(20)],
    ['a text', latest(String(sh))],
    ['what arrived before', latest(sh, SINCE - 1)],
    ['what has only a time that lies ahead', latest(sh, null, span.now + 1)],
    ['a key without a value', new Map([[SENT_KEY, null]])],
    ['nothing', new Map()],
  ])('%s does not', (_, readings) => {
    expect(withRead(NO_ARRIVALS, readings, span)).toBe(NO_ARRIVALS)
  })
})
