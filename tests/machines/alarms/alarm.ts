import {NEVER} from 'rxjs'
import {type EventObject, fromEventObservable} from 'xstate'
import type {Alarm, Occurrence} from '../../../src/domain/alarm'

export const occurrence = (more: Partial<Occurrence> = {}): Occurrence => ({
  id: 'o1',
  severity: 'critical',
  raisedAt: 1000,
  returnedAt: null,
  acknowledged: null,
  ended: null,
  value: 81,
  peak: null,
  ...more,
})

/** An alarm that needs attention. */
export const alarm = (id: string, more: Partial<Alarm> = {}): Alarm => ({
  id,
  deviceId: 'd1',
  deviceName: 'Boiler',
  deviceLabel: null,
  organisationId: 'org',
  customerId: null,
  key: 'temperature',
  kind: 'value',
  state: 'unacknowledged',
  severity: 'critical',
  threshold: null,
  occurrence: occurrence(),
  shelf: null,
  isFlapping: false,
  isChattering: false,
  changedAt: 1000,
  version: 1,
  ...more,
})

/** A stream that never says anything. */
export const silent = <Event extends EventObject, Input>() => fromEventObservable<Event, Input>(() => NEVER)
