import {type ComponentType, createElement} from 'react'
import {firstValueFrom} from 'rxjs'
import {isPulsewall} from '../../../contract/rules/offer'
import {listAttributes} from '../../api/console/attributes'
import {loadOverview} from '../../api/telemetry/overview'
import {isSameAttribute} from '../../domain/console/attribute'
import {type UnitsLogic, unitEntries, unitsMachine, unitsMachineTexts} from '../../machines/console/units'
import {connected} from '../../machines/ports'
import type {OfOrganisation} from '../../ui/console/logic'
import {Units} from '../../ui/console/units/Units'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {attributeCalls} from './attributeCalls'

/** The panel, whose code is loaded with it. */
export function createUnits(connections: Connections): ComponentType<OfOrganisation> {
  const {http, links} = connections
  const logic: UnitsLogic = connected(unitsMachine)({
    actors: {
      ...attributeCalls(connections, unitEntries, unitsMachineTexts),
      load: ask(http, async (_, {input}, options) => {
        const {owner, name} = unitEntries.place(input)
        const {offer} = await firstValueFrom(links)
        const [attributes, readings] = await Promise.all([
          listAttributes(http, {owner}, options),
          isPulsewall(offer) ? loadOverview(http, input, options).then(overview => overview.readings) : new Map(),
        ])
        return {
          attribute: attributes.find(each => isSameAttribute(each, name)) ?? null,
          keys: [...new Set([...readings.values()].flatMap(ofDevice => [...ofDevice.keys()]))].sort(),
        }
      }),
    },
  })
  return props => createElement(Units, {...props, logic})
}
