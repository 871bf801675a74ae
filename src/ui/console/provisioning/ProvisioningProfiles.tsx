import {NativeSelect, TextInput} from '@mantine/core'
import {NAME_LENGTH} from '../../../../contract/limits'
import {
  DEVICE_NAME,
  type NewProvisioningProfile,
  type ProvisioningLines,
  type ProvisioningProfile,
  provisioningLines,
} from '../../../domain/console/provisioningLines'
import {typedName} from '../../../domain/format/typedName'
import type {
  ProfileCustomers,
  ProvisioningProfilesLogic,
} from '../../../machines/console/organisation/provisioningProfiles'
import {IssuedSecrets, type SecretsColumn} from '../../kit/issuedSecrets/IssuedSecrets'
import {IssueForm} from '../../kit/issuedSecrets/IssueForm'
import {Line, useMqtt} from '../lines/Line'
import {type OfOrganisation, useConsole} from '../logic'
import styles from './Provisioning.module.css'
import {texts} from './texts'

/** The profiles by which devices register themselves: issued, copied once, revoked. */
export function ProvisioningProfiles({logic, organisationId}: OfOrganisation & {logic: ProvisioningProfilesLogic}) {
  return (
    <IssuedSecrets
      logic={logic}
      organisationId={organisationId}
      texts={texts}
      columns={columnsNow()}
      form={(customers, isIssuing, issue) => <Issue customers={customers} isIssuing={isIssuing} issue={issue} />}
      usage={plainText => <Lines plainText={plainText} />}
    />
  )
}

/** A function, because the texts must be in the language that the page has by then. */
const columnsNow = (): SecretsColumn<ProvisioningProfile, ProfileCustomers>[] => [
  {head: texts.customerColumn, cell: ({customerId}, customers) => <bdi>{customerText(customerId, customers)}</bdi>},
  {head: texts.keyColumn, cell: ({key}) => <code className={styles.key}>{key}</code>},
]

const customerText = (id: string | null, customers: ProfileCustomers): string =>
  customers.find(customer => customer.id === id)?.name ?? texts.noCustomer

const WAYS = ['sh', 'mosquitto', 'python'] as const satisfies readonly (keyof ProvisioningLines)[]

function Lines({plainText}: {plainText: string}) {
  const {apiOrigin} = useConsole()
  const lines = provisioningLines(apiOrigin, plainText, useMqtt())
  return (
    <div className={styles.usage}>
      <p>{texts.lead(DEVICE_NAME)}</p>
      {WAYS.map(way => {
        const line = lines[way]
        return line !== undefined && <Line key={way} way={way} shown={line} copied={line} />
      })}
    </div>
  )
}

interface IssueProps {
  customers: ProfileCustomers
  isIssuing: boolean
  issue: (request: NewProvisioningProfile) => void
}

function Issue({customers, isIssuing, issue}: IssueProps) {
  const submit = (form: FormData) => {
    const name = typedName(form.get('profileName'))
    const customerId = String(form.get('customer'))
    if (name !== '') issue({name, customerId: customerId === '' ? null : customerId})
  }
  return (
    <IssueForm submit={submit} isIssuing={isIssuing} label={isIssuing ? texts.issuing : texts.issue}>
      <TextInput name="profileName" label={texts.name} maxLength={NAME_LENGTH} required withAsterisk={false} />
      <NativeSelect
        name="customer"
        label={texts.customerColumn}
        data={[{value: '', label: texts.noCustomer}, ...customers.map(({id, name}) => ({value: id, label: name}))]}
      />
    </IssueForm>
  )
}
