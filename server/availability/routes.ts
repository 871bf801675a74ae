import type {FastifyPluginAsync} from 'fastify'
import {AVAILABILITY_DAYS} from '../../contract/limits'
import {DAY} from '../../contract/rules/time/durations'
import * as contract from '../../contract/wire/availability'
import {callerOf} from '../access/viewer'
import {badRequest} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {AvailabilityRepository} from './repository'

export interface AvailabilityOptions {
  availability: AvailabilityRepository
}

export const availabilityRoutes: FastifyPluginAsync<AvailabilityOptions> = async (app, {availability}) => {
  const serve = serving(app, 'availability')

  serve(contract.readAvailability, ({viewer, query}) => {
    const {organisation_id: organisationId, start_ts: from, end_ts: until, time_zone: timeZone, by} = query
    if (until <= from) throw badRequest('end_ts: must be after start_ts')
    if (until - from >= AVAILABILITY_DAYS * DAY) throw badRequest('end_ts: must be less than 32 days after start_ts')
    return availability.read(viewer, {organisationId, from, until, timeZone, by})
  })

  serve(contract.changeAvailabilityGoals, request =>
    availability.changeGoals(callerOf(request), request.params.id, request.body),
  )
}
