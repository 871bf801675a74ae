import type {FastifyPluginAsync} from 'fastify'
import * as contract from '../../contract/wire/maintenance'
import {callerOf} from '../access/viewer'
import {badRequest} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {MaintenanceCommands} from './commands'
import type {MaintenanceRepository} from './repository'

export interface MaintenanceOptions {
  windows: MaintenanceRepository
  commands: MaintenanceCommands
}

export const maintenanceRoutes: FastifyPluginAsync<MaintenanceOptions> = async (app, {windows, commands}) => {
  const serve = serving(app, 'maintenance')
  const refOf = ({id, windowId}: {id: string; windowId: string}) => ({organisationId: id, id: windowId})

  serve(contract.listMaintenance, ({viewer, params}) => windows.list(viewer, params.id))
  serve(contract.createMaintenance, request => commands.create(callerOf(request), request.params.id, request.body))
  serve(contract.changeMaintenance, request => commands.change(callerOf(request), refOf(request.params), request.body))
  serve(contract.removeMaintenance, request => commands.remove(callerOf(request), refOf(request.params)))
  serve(contract.endMaintenance, request => commands.end(callerOf(request), refOf(request.params)))
  serve(contract.extendMaintenance, request =>
    commands.extend(callerOf(request), refOf(request.params), request.body.minutes),
  )
  serve(contract.previewMaintenance, ({body}) => commands.preview(body))

  serve(contract.listMaintenancePeriods, ({viewer, query}) => {
    const {organisation_id: organisationId, device_id: deviceId, start_ts: startTs, end_ts: endTs} = query
    if (endTs < startTs) throw badRequest('end_ts: must not be before start_ts')
    return windows.periods(viewer, {organisationId, deviceId, startTs, endTs})
  })
}
