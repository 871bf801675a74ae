import {type ComponentType, createElement} from 'react'
import {listAttributes} from '../../api/console/attributes'
import {loadOverview} from '../../api/telemetry/overview'
import {isSameAttribute} from '../../domain/console/attribute'
import {withKeys} from '../../domain/telemetry/devices/device'
import {keysOf} from '../../domain/telemetry/readings/update'
import {type HeadlinesLogic, headlineEntries, headlinesMachine, headlinesTexts} from '../../machines/console/headlines'
import {connected} from '../../machines/ports'
import {Headlines} from '../../ui/console/headlines/Headlines'
import type {OfOrganisation} from '../../ui/console/logic'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {attributeCalls} from './attributeCalls'

/** The panel, whose code is loaded with it. */
export function createHeadlines(connections: Connections): ComponentType<OfOrganisation> {
  const {http} = connections
  const logic: HeadlinesLogic = connected(headlinesMachine)({
    actors: {
      ...attributeCalls(connections, headlineEntries, headlinesTexts),
      load: ask(http, async (_, {input}, options) => {
        const {owner, name} = headlineEntries.place(input)
        const [attributes, {devices, readings, settings}] = await Promise.all([
          listAttributes(http, {owner}, options),
          loadOverview(http, input, options),
        ])
        return {
          attribute: attributes.find(each => isSameAttribute(each, name)) ?? null,
          devices: withKeys(devices, keysOf(readings)),
          thresholds: settings.thresholds,
        }
      }),
    },
  })
  return props => createElement(Headlines, {...props, logic})
}
