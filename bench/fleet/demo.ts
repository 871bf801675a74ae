import {issuedProvisioningProfile} from '../../contract/wire/entities/provisioning'
import {currentUser} from '../../contract/wire/people/user'
import {openSession} from '../support/session'
import type {Profile} from './options'
import type {Target} from './target'

/** Lets an admin of the demo issue a profile for as long as devices register themselves by it. */
export async function withDemoProfile<T>(target: Target, use: (profile: Profile) => Promise<T>): Promise<T> {
  const {origin, demo} = target
  const email = demo?.accounts.find(({authority}) => authority === 'ORGANISATION_ADMIN')?.email
  if (demo === undefined || email === undefined) throw new Error(withoutProfile(origin))
  const session = openSession(origin, email, demo.password)
  const {organisation_id: home} = currentUser.parse(await session.json('/api/v0/user'))
  const path = `/api/v0/provisioning/by-org/${home}`
  const headers = {'content-type': 'application/json'}
  const issued = await session.ask(path, {method: 'POST', headers, body: JSON.stringify({name: 'Simulated fleet'})})
  const {_id, key, secret} = issuedProvisioningProfile.parse(await issued.json())
  try {
    return await use({key, secret})
  } finally {
    await session.ask(`${path}/profile/${_id}`, {method: 'DELETE'})
  }
}

const withoutProfile = (origin: string) =>
  `Devices register themselves by a provisioning profile of ${origin}: issue one in its console, and give its --key and --secret.`
