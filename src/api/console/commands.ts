import * as routes from '../../../contract/wire/entities/command'
import type {InClientNames} from '../../../contract/wire/names'
import type {Command, CommandRequest} from '../../domain/console/command'
import type {Http, Options} from '../http'

/** The newest first, from a server with additions. */
export async function loadCommands(
  http: Http,
  {deviceId}: {deviceId: string},
  options: Options = {},
): Promise<readonly Command[]> {
  const {commands} = await http.call(routes.listCommands, {params: {id: deviceId}, ...options})
  return commands.map(found => fromWire(found, http.clock))
}

/** Resolves when it is known what has become of the command. */
export async function sendCommand(
  http: Http,
  {deviceId, request}: {deviceId: string; request: CommandRequest},
  options: Options = {},
): Promise<Command> {
  const {method, params, timeout, isOneWay} = request
  const body = {method, params, timeout, oneWay: isOneWay}
  return fromWire(await http.call(routes.sendCommand, {params: {id: deviceId}, body, ...options}), http.clock)
}

const fromWire = (
  {oneWay, createdAt, sentAt, ...wire}: InClientNames<routes.CommandWire>,
  {toClient}: Http['clock'],
): Command => ({
  ...wire,
  isOneWay: oneWay,
  createdAt: toClient(createdAt),
  isDelivered: sentAt !== null,
})
