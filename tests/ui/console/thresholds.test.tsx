import {act, cleanup, fireEvent, screen, within} from '@testing-library/react'
import {afterEach, describe, expect, it} from 'vitest'
import {OFF} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import type {Attribute, AttributeWrite} from '../../../src/domain/console/attribute'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import type {ThresholdLevels, ThresholdOwner} from '../../../src/domain/console/thresholds/levels'
import type {Suggestion} from '../../../src/domain/console/thresholds/suggestion'
import type {Day, Trial, TrialQuestion} from '../../../src/domain/console/thresholds/trial'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import {type PreviewDevice, thresholdPreviewMachine} from '../../../src/machines/console/thresholdPreview'
import {thresholdsMachine} from '../../../src/machines/console/thresholds'
import {Thresholds} from '../../../src/ui/console/thresholds/Thresholds'
import {createCalls} from '../../machines/calls'
import {refused} from '../../support/failures'
import {openPart} from './partsOnScreen'

afterEach(cleanup)

const attribute = (value: Json, version = 1): Attribute => ({
  ...{scope: 2, key: 'thresholds', value: {type: 'json', value}, updatedAt: 1, version},
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

async function openThresholds(own: Attribute | null = attribute({wind: {critical: {below: 'calm'}}})) {
  const loads = createCalls<ThresholdLevels, {owner: ThresholdOwner}>()
  const writes = createCalls<Attribute | null, AttributeWrite>()
  const changes = createCalls<Change | null, ChangeQuestion>()
  const devices = createCalls<readonly PreviewDevice[], ThresholdOwner>()
  const keys = createCalls<readonly string[], {deviceId: string}>()
  const days = createCalls<Day, {deviceId: string; key: string}>()
  const trials = createCalls<Trial | null, TrialQuestion>()
  const suggestions = createCalls<Suggestion | null, {deviceId: string; key: string}>()
  await openPart(
    tell => ({
      thresholds: thresholdsMachine.provide({
        actors: {
          load: loads.logic,
          writeAttribute: writes.logic,
          findChange: changes.logic,
        },
        actions: {showOutcome: (_, {text}) => tell(text)},
      }),
      thresholdPreview: thresholdPreviewMachine.provide({
        actors: {
          ...{loadDevices: devices.logic, loadKeys: keys.logic, loadDay: days.logic, tryThreshold: trials.logic},
          suggestLimits: suggestions.logic,
        },
      }),
    }),
    <Thresholds kind="device" id="d1" organisationId="o1" customerId="c1" />,
  )
  await act(() => loads.answer(levels(own)))
  return {loads, writes, changes, devices, keys, days, trials, suggestions}
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
      ['wind', 'not applied: What is written can’t be read as a threshold.', 'own'],
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
    await screen.findByText('Threshold saved.')
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
    const {devices, keys, days, trials} = await openThresholds()
    press('Override the threshold of load here')
    await act(() => devices.answer([{id: 'd1', name: 'Pump'}]))
    await act(() => keys.answer(['load']))
    await act(() => days.answer({series: NO_SERIES, range: {start: 0, end: 1}}))
    screen.getByText('No values in the last day.')
    const raised = {kind: 'value', severity: 'warning', raisedAt: 1, endedAt: null} as const
    await act(() => trials.answer({raised: [raised], isWhole: true}))
    screen.getByText('Would have raised 1 alarm in the last week.')
    screen.getByText(/still active, beyond a limit/)
  })

  it('take over the limits that the key’s own past suggests', async () => {
    const {devices, suggestions} = await openThresholds()
    press('Override the threshold of load here')
    await act(() => devices.answer([{id: 'd1', name: 'Pump'}]))
    const suggested = {...OFF, warning: {above: 81, below: null}, critical: {above: 95, below: null}, clear: 2}
    await act(() => suggestions.answer({threshold: suggested, days: 26, trial: {raised: [], isWhole: true}}))
    screen.getByText('Suggested from 26 days.')
    press('Use these limits')
    expect([/^Warning above/, /^Warning below/, /^Critical above/, /^Hysteresis/].map(of => field(of).value)).toEqual([
      '81',
      '',
      '95',
      '2',
    ])
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
