export interface ProvisioningProps {
  organisationId: string
}
