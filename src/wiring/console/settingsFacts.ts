import {loadApiKeys} from '../../api/console/apiKeys'
import {listAttributes} from '../../api/console/attributes'
import {listDeliveries} from '../../api/console/notifications'
import {listRotas} from '../../api/onCall'
import {loadOverview} from '../../api/telemetry/overview'
import {settingsFacts} from '../../domain/console/settingsFacts'
import {withKeys} from '../../domain/telemetry/devices/device'
import {keysOf} from '../../domain/telemetry/readings/update'
import {type SettingsFactsLogic, settingsFactsMachine} from '../../machines/console/organisation/settingsFacts'
import {connected} from '../../machines/ports'
import {ask} from '../ask'
import type {Connections} from '../connections'
import {resourceSources} from '../resource'

export function createSettingsFactsLogic(connections: Pick<Connections, 'http' | 'links'>): SettingsFactsLogic {
  const {http} = connections
  return connected(settingsFactsMachine)({
    actors: {
      ...resourceSources(connections),
      load: ask(http, async (_, {question: {organisationId}}, options) => {
        const owner = {kind: 'organisation', id: organisationId, organisationId} as const
        const [attributes, {devices, readings, settings}, {deliveries}, {rotas}, keys] = await Promise.all([
          listAttributes(http, {owner}, options),
          loadOverview(http, {organisationId}, options),
          listDeliveries(http, {organisationId, cursor: null}, options),
          listRotas(http, organisationId, options),
          loadApiKeys(http, organisationId, options),
        ])
        return settingsFacts({
          attributes,
          devices: withKeys(devices, keysOf(readings)),
          thresholds: settings.thresholds,
          deliveries,
          rotas: rotas.length,
          keys: keys.length,
        })
      }),
    },
  })
}
