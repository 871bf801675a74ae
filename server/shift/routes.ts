import type {FastifyPluginAsync} from 'fastify'
import * as contract from '../../contract/wire/shift'
import {mayChange} from '../access/access'
import type {MailLimit} from '../access/mailLimit'
import {callerOf} from '../access/viewer'
import type {Database} from '../database/connect'
import {forbidden} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {ShiftCommands} from './commands'
import type {ShiftMail} from './letters'
import {handOverToWire, newestHandOver, ownerFor} from './repository'
import type {ReadShift} from './shift'

export interface ShiftOptions {
  database: Pick<Database, 'db'>
  read: ReadShift
  commands: ShiftCommands
  mail: ShiftMail
  mailLimit: MailLimit
}

export const shiftRoutes: FastifyPluginAsync<ShiftOptions> = async (app, options) => {
  const {database, read, commands, mail, mailLimit} = options
  const serve = serving(app, 'shift')

  serve(contract.readShift, ({viewer, params, query}) =>
    read(viewer, params.id, {startTs: query.start_ts, endTs: query.end_ts}),
  )

  serve(contract.readHandOver, async ({viewer, params}) => {
    const owner = ownerFor(viewer, params.id)
    const newest = owner && (await newestHandOver(database.db, owner))
    return {hand_over: newest ? handOverToWire(newest) : null}
  })

  serve(contract.handOverShift, request => commands.handOver(callerOf(request), request.params.id, request.body))

  serve(contract.addHandOverNote, request => {
    const {id: organisationId, handOverId: id} = request.params
    return commands.addNote(callerOf(request), {organisationId, id}, request.body.note)
  })

  serve(contract.sendShift, async request => {
    const caller = callerOf(request)
    const {to, start_ts: startTs, end_ts: endTs} = request.body
    const addresses = [...new Set(to)]
    if (!mayChange(caller.authority, 'device') && addresses.some(address => address !== caller.email))
      throw forbidden('You may send this shift to yourself alone.')
    const shift = await read(caller, request.params.id, {startTs, endTs})
    for (const address of addresses) mailLimit.count(address)
    await mail(caller, request.params.id, shift, addresses)
  })
}
