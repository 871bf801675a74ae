import {describe, expect, it} from 'vitest'
import {
  covers,
  type MaintenancePeriod,
  type MaintenanceTarget,
  maintenanceUntil,
} from '../../../contract/rules/maintenance'

const PUMP = {id: 'pump', organisationId: 'works', customerId: 'mill', label: 'hall 1'}
const period = (target: MaintenanceTarget, startsAt: number, endsAt: number, organisationId = 'works') =>
  ({organisationId, target, startsAt, endsAt}) satisfies MaintenancePeriod
const ALL: MaintenanceTarget = {kind: 'organisation', value: null}

describe('a maintenance period', () => {
  it.each<[MaintenanceTarget, boolean]>([
    [ALL, true],
    [{kind: 'customer', value: 'mill'}, true],
    [{kind: 'customer', value: 'bakery'}, false],
    [{kind: 'label', value: 'hall 1'}, true],
    [{kind: 'label', value: 'Hall 1'}, false],
    [{kind: 'device', value: 'pump'}, true],
    [{kind: 'device', value: 'fan'}, false],
  ])('for %o is for the pump: %s', (target, isCovered) => {
    expect(covers(period(target, 0, 1), PUMP)).toBe(isCovered)
  })

  it('is for no device of another organisation, and for none without a label or customer', () => {
    expect(covers(period(ALL, 0, 1, 'other'), PUMP)).toBe(false)
    const bare = {...PUMP, customerId: null, label: null}
    expect(covers(period({kind: 'label', value: 'hall 1'}, 0, 1), bare)).toBe(false)
    expect(covers(period({kind: 'customer', value: 'mill'}, 0, 1), bare)).toBe(false)
  })
})

describe('the end of the maintenance of a device', () => {
  const periods = [period(ALL, 10, 20), period({kind: 'device', value: 'pump'}, 15, 30), period(ALL, 40, 50)]

  it.each([
    [9, null],
    [10, 20],
    [15, 30],
    [20, 30],
    [30, null],
    [49, 50],
    [50, null],
  ])('at %d is %s', (at, until) => {
    expect(maintenanceUntil(periods, PUMP, at)).toBe(until)
  })
})
