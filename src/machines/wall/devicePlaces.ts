import {MINUTE} from '../../../contract/rules/time/durations'
import {textsOf} from '../../domain/language'
import type {DevicePlaces} from '../../domain/wall/places/placed'
import {createResource, type ResourceRef} from '../resource'

const texts = textsOf('machines.devicePlaces', {unloaded: 'The places of the devices could not be loaded.'})

/** Loads the places of devices from their attributes. */
export const devicePlacesMachine = createResource<DevicePlaces, object>({
  id: 'devicePlaces',
  texts,
  pause: () => 5 * MINUTE,
})

export type DevicePlacesLogic = typeof devicePlacesMachine
export type DevicePlacesRef = ResourceRef<DevicePlaces, object>
