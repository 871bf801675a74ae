import type {Whom} from '../../domain/alarms/onCall'
import {textsOf} from '../../domain/language'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.whom', {unloaded: 'Who is notified could not be loaded.'})

export interface WhomQuestion {
  alarmId: string
}

const PAUSE = 15_000

/** The recipients of an alarm, whose deliveries settle within seconds in most cases. */
export const whomMachine = createResource<Whom, WhomQuestion>({id: 'whom', texts, pause: () => PAUSE})

export type WhomLogic = typeof whomMachine
export type WhomRef = ResourceRef<Whom, WhomQuestion>
