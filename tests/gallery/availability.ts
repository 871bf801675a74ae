import type {AvailabilityGoals} from '../../src/domain/alarms/availability'
import {type AvailabilityAnswer, availabilityMachine} from '../../src/machines/alarms/availability'
import {NO_DEVICES} from './availabilityWorld'
import {type Entry, type Shown, shows, tell} from './entry'
import {type Answer, answers, BROKEN, refusal} from './given'
import type {Parts} from './parts'

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: Entry['given'] = () => ({}),
): Entry => ({name, at: '/alarms/availability', steps, shows: shown, given})

const at = (...states: string[]) => shows(availabilityMachine, ...states)
const loading =
  (...given: readonly Answer<AvailabilityAnswer>[]) =>
  ({availability}: Parts) => ({availability: availability.provide({actors: {load: answers(...given)}})})
const saving =
  (...given: readonly Answer<AvailabilityGoals>[]) =>
  ({availability}: Parts) => ({availability: availability.provide({actors: {saveGoals: answers(...given)}})})

const loaded = at('loaded')
const form = [...loaded, ...tell(availabilityMachine, {type: 'goals.requested'})]
const wrong = tell(
  availabilityMachine,
  {type: 'draft.changed', change: {goal: 'all', labels: {'hall 1': '', 'hall 2': '120'}}},
  {type: 'save.requested'},
)
const send = tell(availabilityMachine, {type: 'save.requested'})

/** For which share of the time devices were available. */
export const availability: readonly Entry[] = [
  entry('availability', loaded),
  entry('availability-none', loaded, [], loading(NO_DEVICES)),
  entry('availability-loading', at('loading'), [], loading()),
  entry('availability-failed', at('failed'), [], loading(BROKEN)),
  entry('availability-goals', at('form.typing'), form),
  entry('availability-goals-wrong', at('form.typing'), [...form, ...wrong]),
  entry('availability-goals-sending', at('form.sending'), [...form, ...send], saving()),
  entry(
    'availability-goals-failed',
    at('form.typing'),
    [...form, ...send],
    saving(refusal(409, 'The goals were changed in the meantime.')),
  ),
]
