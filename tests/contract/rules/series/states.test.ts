import {describe, expect, it} from 'vitest'
import {stateRuns, withState} from '../../../../contract/rules/series/states'

const SECOND = 1000
const at = (seconds: number, text: string) => ({ts: seconds * SECOND, text})
const run = (from: number, to: number, text: string) => ({from: from * SECOND, to: to * SECOND, text})

describe('states of texts', () => {
  it('join equal neighbours, and each holds until the next', () => {
    const {runs} = stateRuns([at(0, 'off'), at(60, 'off'), at(120, 'on'), at(180, 'off')])
    expect(runs).toEqual([run(0, 120, 'off'), run(120, 180, 'on'), run(180, 180, 'off')])
  })

  it('know nothing of a long silence, after which even the same text begins anew', () => {
    const {runs} = stateRuns([at(0, 'on'), at(60, 'on'), at(120, 'on'), at(600, 'on'), at(660, 'off')])
    expect(runs).toEqual([run(0, 120, 'on'), run(600, 660, 'on'), run(660, 660, 'off')])
  })

  it('hold for as long as a value is fresh, and longer where the device sends seldom', () => {
    expect(stateRuns([]).holds).toBe(90 * SECOND)
    expect(stateRuns([at(0, 'a'), at(300, 'b'), at(600, 'a')]).holds).toBe(900 * SECOND)
  })

  it('grow by a newer text, and leave an older one to the server', () => {
    const states = stateRuns([at(0, 'on'), at(60, 'on')])
    expect(withState(states, at(120, 'on')).runs).toEqual([run(0, 120, 'on')])
    expect(withState(states, at(120, 'off')).runs).toEqual([run(0, 120, 'on'), run(120, 120, 'off')])
    expect(withState(states, at(30, 'off'))).toBe(states)
  })
})
