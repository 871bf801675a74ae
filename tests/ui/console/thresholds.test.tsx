import {act, cleanup, fireEvent, screen, within} from '@testing-library/react'
import {afterEach, describe, expect, it} from 'vitest'
import {OFF} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import type {Attribute} from '../../../src/domain/console/attribute'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import type {AskedThreshold} from '../../../src/domain/console/paths'
import type {ThresholdLevels, ThresholdOwner} from '../../../src/domain/console/thresholds/levels'
import type {Suggestion} from '../../../src/domain/console/thresholds/suggestion'
import type {Day, DevicesOfKey, PreviewDevice, Trial, TrialQuestion} from '../../../src/domain/console/thresholds/trial'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import {thresholdPreviewMachine} from '../../../src/machines/console/thresholdPreview'
import {thresholdEntries, thresholdsMachine} from '../../../src/machines/console/thresholds'
import {Thresholds} from '../../../src/ui/console/thresholds/Thresholds'
import {createCalls} from '../../machines/calls'
import {createAttributeWrites} from '../../machines/console/attributeWrites'
import {refused} from '../../support/failures'
import {openPart} from './partsOnScreen'

afterEach(cleanup)

const PUMP = {id: 'd1', name: 'Pump'}
const FAN = {id: 'd2', name: 'Fan'}
const LIMITS = {
  ...({kind: 'limits', days: 26, isUsual: false, leftOut: []} as const),
  threshold: {...OFF, warning: {above: 81, below: null}},
} as const

const attribute = (value: Json, version = 1): Attribute => ({
  scope: 2,
  key: 'thresholds',
  value: {type: 'json', value},
  updatedAt: 1,
  version,
})
const levels = (own: Attribute | null): ThresholdLevels => ({
  inherited: [
    {
      kind: 'organisation',
      id: 'o1',
      units: new Map([['load', '%']]),
      attribute: attribute({load: {warning: {above: 70}}}),
    },
  ],
  own: {kind: 'device', id: 'd1', units: new Map(), attribute: own},
  unreadable: ['customer'],
})

async function openThresholds(
  own: Attribute | null = attribute({wind: {critical: {below: 'calm'}}}),
  kind: 'device' | 'organisation' = 'device',
) {
  const loads = createCalls<ThresholdLevels | null, {input: {owner: ThresholdOwner; asked: AskedThreshold | null}}>()
  const {writes, ...calls} = createAttributeWrites(thresholdEntries)
  const changes = createCalls<Change | null, {question: ChangeQuestion}>()
  const devices = createCalls<readonly PreviewDevice[], ThresholdOwner>()
  const keys = createCalls<readonly string[], {deviceId: string}>()
  const days = createCalls<Day, {deviceId: string; key: string}>()
  const trials = createCalls<Trial | null, TrialQuestion>()
  const suggestions = createCalls<Suggestion | null, Omit<TrialQuestion, 'threshold'>>()
  const found = createCalls<DevicesOfKey, {devices: readonly PreviewDevice[]; key: string}>()
  await openPart(
    () => ({
      thresholds: thresholdsMachine.provide({actors: {...calls, load: loads.logic, findChange: changes.logic}}),
      thresholdPreview: thresholdPreviewMachine.provide({
        actors: {
          loadDevices: devices.logic,
          loadKeys: keys.logic,
          loadDay: days.logic,
          tryThreshold: trials.logic,
          suggestLimits: suggestions.logic,
          findDevicesOfKey: found.logic,
        },
      }),
    }),
    <Thresholds kind={kind} id="d1" organisationId="o1" customerId="c1" />,
  )
  await act(() => loads.answer(levels(own)))
  return {loads, writes, changes, devices, keys, days, found, trials, suggestions}
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', {name}))
const field = (label: RegExp) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(label)
const write = (label: RegExp, value: string) => fireEvent.change(field(label), {target: {value}})
const cells = () =>
  screen
    .getAllByRole('row')
    .map(row => [...row.children].slice(0, 3).map(cell => (cell.querySelector('bdi') ?? cell).textContent))

describe('the thresholds of a device', () => {
  it('are listed with who says them, and what can’t be applied or read with the reason', async () => {
    await openThresholds()
    expect(cells()).toEqual([
      ['Key', 'Limits', 'From'],
      ['load', 'warning: above 70\u202f%', 'organisation'],
      ['wind', 'not applied: What is written can’t be read as a threshold.', 'this device'],
    ])
    expect(screen.getAllByRole('link', {name: 'organisation'})[0]?.getAttribute('href')).toBe(
      '/sys_admin/organisation/o1',
    )
    screen.getByText('Limits set by the customer apply as well.')
  })

  it('can be overridden here: the form begins with what is inherited, and says exactly what it means', async () => {
    const {writes} = await openThresholds()
    press('Override the threshold of load here')
    expect(field(/^Warning above/).value).toBe('70')
    write(/^Hysteresis/, '2')
    screen.getByText('Warning: raised when the value is > 70 %, ends when it is ≤ 68 %.')
    press('Save')
    expect(writes.asked.at(-1)).toMatchObject({
      value: {value: {load: {warning: {above: 70}, clear: 2}, wind: {critical: {below: 'calm'}}}},
    })
    await act(() => writes.answer(attribute({load: {warning: {above: 70}, clear: 2}}, 2)))
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('are not sent with a wrong field, which gets the focus and says what is wrong', async () => {
    const {writes} = await openThresholds()
    press('Override the threshold of load here')
    write(/^Hysteresis/, '-1')
    press('Save')
    expect(document.activeElement).toBe(field(/^Hysteresis/))
    expect(field(/^Hysteresis/).getAttribute('aria-invalid')).toBe('true')
    screen.getByText('Must be 0 or more.')
    expect(writes.asked).toEqual([])
  })

  it('are tried with the last week before they are saved', async () => {
    const {devices, keys, days, found, trials} = await openThresholds()
    press('Override the threshold of load here')
    await act(() => devices.answer([PUMP]))
    await act(() => found.answer({looked: [PUMP], total: 1}))
    await act(() => keys.answer(['load']))
    await act(() => days.answer({series: NO_SERIES, range: {start: 0, end: 1}}))
    screen.getByText('No values in the last day.')
    const raised = {device: PUMP, kind: 'value', severity: 'warning', raisedAt: 1, endedAt: null} as const
    await act(() => trials.answer({raised: [raised], isWhole: true}))
    screen.getByText('Would have raised 1 alarm in the last week.')
    screen.getByText(/still active, beyond a limit/)
  })

  it('take over the limits that the key’s own past suggests', async () => {
    const {devices, found, suggestions} = await openThresholds()
    press('Override the threshold of load here')
    await act(() => devices.answer([PUMP]))
    await act(() => found.answer({looked: [PUMP], total: 1}))
    const suggested = {...OFF, warning: {above: 81, below: null}, critical: {above: 95, below: null}, clear: 2}
    await act(() => suggestions.answer({...LIMITS, threshold: suggested, trial: {raised: [], isWhole: true}}))
    screen.getByText('Suggested from 26 days.')
    press('Use these limits')
    expect([/^Warning above/, /^Warning below/, /^Critical above/, /^Hysteresis/].map(of => field(of).value)).toEqual([
      '81',
      '',
      '95',
      '2',
    ])
  })

  it('for many devices say over how many they were tried, and name the device of an alarm', async () => {
    const {devices, found, trials} = await openThresholds(attribute({load: {warning: {above: 70}}}), 'organisation')
    press('Edit the threshold of load')
    await act(() => devices.answer([PUMP, FAN]))
    await act(() => found.answer({looked: [PUMP, FAN], total: 1000}))
    const raised = {device: FAN, kind: 'value', severity: 'warning', raisedAt: 1, endedAt: null} as const
    await act(() => trials.answer({raised: [raised], isWhole: true}))
    expect(screen.getByRole('dialog').textContent).toContain('2 of 1,000 devices looked at, the others not.')
    screen.getByText(/Fan: /)
  })

  it('are not suggested where devices differ, but on one of them', async () => {
    const {devices, found, suggestions} = await openThresholds(
      attribute({load: {warning: {above: 70}}}),
      'organisation',
    )
    press('Edit the threshold of load')
    await act(() => devices.answer([PUMP, FAN]))
    await act(() => found.answer({looked: [PUMP, FAN], total: 2}))
    const lowest = {device: PUMP, low: 14, high: 18}
    await act(() => suggestions.answer({kind: 'disagreeing', lowest, highest: {device: FAN, low: 31, high: 53}}))
    expect(screen.getByRole('dialog').textContent).toContain(
      'Pump: 14\u202f% – 18\u202f%, Fan: 31\u202f% – 53\u202f%. Over 2 devices.',
    )
    expect(screen.queryByRole('button', {name: 'Use these limits'})).toBeNull()
    expect(screen.getByRole('link', {name: 'Set the threshold on Fan alone'}).getAttribute('href')).toBe(
      '/sys_admin/device/d2?threshold=load',
    )
  })

  it('are not offered where they would have raised three alarms in a week', async () => {
    const {devices, found, suggestions} = await openThresholds()
    press('Override the threshold of load here')
    await act(() => devices.answer([PUMP]))
    await act(() => found.answer({looked: [PUMP], total: 1}))
    const raised = {device: PUMP, kind: 'value', severity: 'warning', raisedAt: 1, endedAt: 2} as const
    const trial = {raised: [raised, raised, raised], isWhole: true}
    await act(() => suggestions.answer({...LIMITS, leftOut: ['below'], trial}))
    screen.getByText('No lower limit is suggested, because values cross it regularly.')
    screen.getByText('Limits that would have raised 3 alarms or more in a week are not offered.')
    expect(screen.queryByRole('button', {name: 'Use these limits'})).toBeNull()
  })

  it('show both where somebody else has changed the same one', async () => {
    const {writes, loads, changes} = await openThresholds(attribute({load: {warning: {above: 60}}}, 1))
    press('Edit the threshold of load')
    write(/^Warning above/, '65')
    press('Save')
    await act(() => writes.fail(refused(409)))
    await act(() => loads.answer(levels(attribute({load: {warning: {above: 50}}}, 2))))
    await act(() => changes.answer({at: 1, email: 'ada@works.test'}))
    const dialog = within(screen.getByRole('dialog'))
    dialog.getByText(/ada@works\.test/)
    dialog.getByText('Warning: raised when the value is > 65, ends when it is ≤ 65.')
    dialog.getByText('Warning: raised when the value is > 50, ends when it is ≤ 50.')
  })

  it('are removed after a question', async () => {
    const {writes} = await openThresholds()
    press('Remove the threshold of wind')
    press('Remove')
    expect(writes.asked).toMatchObject([{value: {value: {}}, version: 1}])
    await act(() => writes.answer(attribute({}, 2)))
    expect(screen.queryByText('wind')).toBe(null)
  })
})
