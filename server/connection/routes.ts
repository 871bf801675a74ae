import type {FastifyPluginAsync} from 'fastify'
import type {EpochMs} from '../../contract/wire/common'
import {readConnection} from '../../contract/wire/entities/connection'
import {serving} from '../http/serve'
import type {ConnectionRepository} from './repository'
import {connectionAt} from './state'

export interface ConnectionOptions {
  connections: Pick<ConnectionRepository, 'read'>
  now: () => EpochMs
}

export const connectionRoutes: FastifyPluginAsync<ConnectionOptions> = async (app, {connections, now}) =>
  serving(app, 'device')(readConnection, async ({params}) => connectionAt(await connections.read(params.id), now()))
