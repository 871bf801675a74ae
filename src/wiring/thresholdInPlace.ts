import {type ComponentType, createElement} from 'react'
import type {SessionRef} from '../machines/session'
import {ThresholdInPlace} from '../ui/console/thresholds/ThresholdInPlace'
import type {ThresholdInPlaceProps} from '../ui/kit/application'
import type {Connections} from './connections'
import {createThresholdPreviewLogic, createThresholdsLogic} from './console/thresholds'

/** The dialog of a threshold for screens outside of the console. */
export function createThresholdInPlace(
  connections: Connections & {session: SessionRef},
): ComponentType<ThresholdInPlaceProps> {
  const authority = () => connections.session.getSnapshot().context.user?.authority ?? ''
  const thresholds = createThresholdsLogic(connections, authority)
  const logic = {
    thresholdsWith: (onSaved = () => {}) => thresholds.provide({actions: {followSave: onSaved}}),
    preview: createThresholdPreviewLogic(connections),
  }
  return props => createElement(ThresholdInPlace, {...props, logic})
}
