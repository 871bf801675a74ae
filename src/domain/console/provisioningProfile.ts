import type {IssuedSecret} from '../issuedSecret'

/** A profile by which devices register themselves. */
export interface ProvisioningProfile extends IssuedSecret {
  /** Whose the devices will be; null is the organisation's alone. */
  customerId: string | null
  key: string
}

export interface NewProvisioningProfile {
  name: string
  customerId: string | null
}

/** The line for a shell by which a device registers itself. `told` are the key and the secret with a space between. */
export function provisioningLine(apiOrigin: string, told: string): string {
  const [key = '', secret = ''] = told.split(' ')
  const body = {deviceName: 'Device 1', provisionDeviceKey: key, provisionDeviceSecret: secret}
  return `curl ${apiOrigin}/api/v1/provision --data '${JSON.stringify(body)}'`
}
