import * as z from 'zod/mini'
import * as routes from '../../../contract/wire/people/profile'
import type {Profile} from '../../domain/account/profile'
import {anyAnswer as answer, asAnyServerSends} from '../anyServer'
import {ApiError} from '../errors'
import type {AskOptions, Http, Options} from '../http'

/** Loads the user's own profile, which is null when there is none yet. */
export async function loadProfile(
  http: Pick<Http, 'call'>,
  options: Pick<AskOptions, 'signal' | 'giveUpAfter'> = {},
): Promise<Profile | null> {
  try {
    return profileFrom(await http.call({...routes.readOwnProfile, answer: anyProfile}, options))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Fails with 409 when a profile exists already. */
export async function createProfile(http: Http, values: Profile, options: Options = {}) {
  await http.call({...routes.createOwnProfile, answer}, {body: bodyFrom(values), ...options})
}

/** Fails with 404 when no profile exists. */
export async function updateProfile(http: Http, values: Profile, options: Options = {}) {
  await http.call({...routes.changeOwnProfile, answer}, {body: bodyFrom(values), ...options})
}

const anyProfile = asAnyServerSends(routes.readOwnProfile.answer)

function profileFrom(found: z.infer<typeof anyProfile>): Profile {
  return {
    name: found.name ?? '',
    surname: found.surname ?? '',
    addressLine1: found.addressLine1 ?? '',
    addressLine2: found.addressLine2 ?? '',
    postcode: found.postcode ?? '',
    city: found.city ?? '',
    customerType: found.customerType ?? 'private',
    temperatureUnit: found.temperatureUnit ?? 'celsius',
  }
}

/** Every saved profile is marked as complete, because the form asks for all that the server requires. */
const bodyFrom = (values: Profile) => ({...values, isCompleted: true})

/** Loads the city of the user's own profile. It is null without a profile, or when the profile names none. */
export async function loadCity(http: Http, options: Options = {}): Promise<string | null> {
  try {
    const {city} = await http.call({...routes.readOwnProfileAtSlash, answer: inhabitant}, options)
    return city?.trim() || null
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

const inhabitant = z.object({city: z.optional(z.nullable(z.string()))})
