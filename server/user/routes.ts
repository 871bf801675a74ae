import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {
  type CurrentUserWire,
  listUnassignedUsers,
  listUsers,
  readCurrentUser,
  readUser,
} from '../../contract/wire/people/user'
import {changeUser, createUser, deleteUser, endUserSessions, inviteUser} from '../../contract/wire/people/userChange'
import {callerOf, type Viewer} from '../access/viewer'
import {noSuch, refusals, unauthorised} from '../http/failures/errors'
import {serving} from '../http/serve'
import {setEchoesAside} from '../store/echo'
import {forgetListQuery, listOnWire} from '../store/list'
import type {UserAdministration} from './administration'
import {toCurrentUser, toUser, type UserRepository} from './repository'

export interface UserOptions {
  users: UserRepository
  administration: UserAdministration
  /** A screen with a wall link, as a user of a kind of its own. */
  findWall: (linkId: string) => Promise<CurrentUserWire | undefined>
}

export const userRoutes: FastifyPluginAsync<UserOptions> = async (app, options) => {
  const {users, administration, findWall} = options
  const serve = serving(app, 'user')
  if (!app.hasAdditions) app.addHook('preValidation', forgetListQuery)

  serve({...readCurrentUser, refusals: {401: errorBody}}, async ({viewer}) => {
    const found = viewer.authority === 'WALL' ? await findWall(viewer.userId) : await findUser(viewer)
    if (found === undefined) throw unauthorised()
    return found
  })

  async function findUser({userId, needsSecondFactor}: Viewer) {
    const found = await users.find(userId)
    return found && toCurrentUser(found, {additions: app.hasAdditions, needsSecondFactor})
  }

  serve(listUsers, async ({viewer, params, query}) =>
    listOnWire(await users.listVisible(viewer, params.id, query), toUser),
  )

  serve(listUnassignedUsers, async ({viewer, query}) =>
    listOnWire(await users.listVisible(viewer, null, query), toUser),
  )

  serve({...readUser, refusals: {404: errorBody}}, async ({viewer, params}) => {
    const found = await users.findVisible(viewer, params.id)
    if (found === undefined) throw noSuch('user')
    return toUser(found)
  })

  serve({...createUser, options: {preValidation: setEchoesAside(createUser)}}, async request =>
    toUser(await administration.create(callerOf(request), request.body)),
  )

  serve({...changeUser, options: {preValidation: setEchoesAside(changeUser)}}, async request => {
    const {params, body, echoed} = request
    return toUser(await administration.change(callerOf(request), params.id, body, echoed))
  })

  serve({...inviteUser, refusals: {...refusals, 429: errorBody}}, request =>
    administration.invite(callerOf(request), request.params.id),
  )

  serve(endUserSessions, request => administration.signOut(callerOf(request), request.params.id))

  serve(deleteUser, request => administration.change(callerOf(request), request.params.id, {userDeleted: true}))
}
