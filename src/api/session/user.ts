import * as z from 'zod/mini'
import type {TemperatureUnit} from '../../../contract/wire/common'
import {readCurrentUser} from '../../../contract/wire/people/user'
import type {CurrentUser} from '../../domain/user'
import {asAnyServerSends} from '../anyServer'
import type {Http, Options} from '../http'

/** The user who is signed in. `temperatureUnit` is null when the server doesn't send it with the user. */
export type AnsweredUser = Omit<CurrentUser, 'temperatureUnit'> & {temperatureUnit: TemperatureUnit | null}

export async function loadCurrentUser(http: Pick<Http, 'call'>, options: Options = {}): Promise<AnsweredUser> {
  return userFrom(await http.call({...readCurrentUser, answer: anyUser}, {asOfPage: true, ...options}))
}

const anyUser = asAnyServerSends(z.partial(readCurrentUser.answer))

/** The server may leave out any field. An authority that is left out becomes the empty text, which no rule knows. */
function userFrom(found: z.infer<typeof anyUser>): AnsweredUser {
  return {
    id: found.id ?? '',
    email: found.email ?? '',
    name: found.name ?? null,
    authority: found.authority ?? '',
    organisationId: found.organisationId ?? null,
    customerId: found.customerId ?? null,
    organisationTitle: found.organisationTitle ?? null,
    temperatureUnit: found.temperatureUnit ?? null,
    needsSecondFactor: found.needsSecondFactor ?? false,
  }
}
