import type {KeyCustomer} from '../../../domain/console/apiKey'
import type {NewProvisioningProfile, ProvisioningProfile} from '../../../domain/console/provisioningLines'
import {textsOf} from '../../../domain/language'
import {createIssuedSecretsMachine} from '../../issuedSecrets'

export const provisioningProfilesTexts = textsOf('machines.provisioningProfiles', {
  loadFailed: 'Failed to load the provisioning profiles',
  issueFailed: 'Failed to issue the provisioning profile',
  revokeFailed: 'Failed to revoke the provisioning profile',
})

export type ProfileCustomers = readonly KeyCustomer[]

/** The profiles by which devices register themselves. */
export const provisioningProfilesMachine = createIssuedSecretsMachine<
  ProvisioningProfile,
  ProfileCustomers,
  NewProvisioningProfile
>(provisioningProfilesTexts, [])

export type ProvisioningProfilesLogic = typeof provisioningProfilesMachine
