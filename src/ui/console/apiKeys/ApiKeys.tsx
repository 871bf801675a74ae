import {NativeSelect, TextInput} from '@mantine/core'
import {NAME_LENGTH} from '../../../../contract/limits'
import {type ApiKey, type KeyRights, type NewApiKey, rightsFor, tryingLine} from '../../../domain/console/apiKey'
import {listTexts} from '../../../domain/console/records/texts'
import {typedName} from '../../../domain/format/typedName'
import type {ApiKeysLogic, KeyCustomers} from '../../../machines/console/organisation/apiKeys'
import {IssuedSecrets, type SecretsColumn} from '../../kit/issuedSecrets/IssuedSecrets'
import {IssueForm} from '../../kit/issuedSecrets/IssueForm'
import {CopyButton} from '../../kit/text/CopyButton'
import {TimeText} from '../../kit/text/TimeText'
import {type ApiKeysProps, useConsole} from '../logic'
import styles from './ApiKeys.module.css'
import {texts} from './texts'

/** The keys of programs: issued, copied once, revoked. */
export function ApiKeys({logic, organisationId}: ApiKeysProps & {logic: ApiKeysLogic}) {
  return (
    <IssuedSecrets
      logic={logic}
      organisationId={organisationId}
      texts={texts}
      columns={columnsNow()}
      form={(customers, isIssuing, issue) => (
        <Issue organisationId={organisationId} customers={customers} isIssuing={isIssuing} issue={issue} />
      )}
      empty={
        <div className={styles.usage}>
          <p>{texts.none}</p>
          <Line secret="pwk_…" />
        </div>
      }
      usage={secret => <Line secret={secret} />}
    />
  )
}

/** A function, because the texts must be in the language that the page has by then. */
const columnsNow = (): SecretsColumn<ApiKey, KeyCustomers>[] => [
  {head: texts.rightsColumn, cell: (key, customers) => <bdi>{rightsText(key, customers)}</bdi>},
  {head: texts.scopeColumn, cell: ({mayWrite}) => (mayWrite ? texts.write : texts.read)},
  {head: texts.expiresColumn, cell: ({expiresAt}) => <TimeText at={expiresAt} />},
  {head: texts.usedColumn, cell: ({usedAt}) => (usedAt === null ? texts.never : <TimeText at={usedAt} />)},
]

function rightsText({authority, customerId}: KeyRights, customers: KeyCustomers): string {
  const customer = customers.find(({id}) => id === customerId)?.name
  const name = listTexts.authorities[authority]
  return customer === undefined ? name : texts.ofCustomer(name, customer)
}

function Line({secret}: {secret: string}) {
  const {apiOrigin} = useConsole()
  const line = tryingLine(apiOrigin, secret)
  return (
    <div className={styles.usage}>
      <code>{line}</code>
      <CopyButton what={texts.line} value={line} />
    </div>
  )
}

interface IssueProps extends ApiKeysProps {
  customers: KeyCustomers
  isIssuing: boolean
  issue: (request: NewApiKey) => void
}

const DAYS = [7, 30, 90, 365]
const USUAL_DAYS = 90

function Issue({organisationId, customers, isIssuing, issue}: IssueProps) {
  const offered = rightsFor(organisationId, customers)
  const submit = (form: FormData) => {
    const name = typedName(form.get('name'))
    const rights = offered[Number(form.get('rights'))]
    if (name === '' || rights === undefined) return
    issue({name, rights, mayWrite: form.get('scope') === 'write', days: Number(form.get('days'))})
  }
  return (
    <IssueForm submit={submit} isIssuing={isIssuing} label={isIssuing ? texts.issuing : texts.issue}>
      <TextInput name="name" label={texts.name} maxLength={NAME_LENGTH} required withAsterisk={false} />
      <NativeSelect
        name="rights"
        label={texts.rightsColumn}
        data={offered.map((rights, index) => ({value: String(index), label: rightsText(rights, customers)}))}
      />
      <NativeSelect
        name="scope"
        label={texts.scopeColumn}
        data={[
          {value: 'read', label: texts.read},
          {value: 'write', label: texts.write},
        ]}
      />
      <NativeSelect
        name="days"
        label={texts.lasts}
        defaultValue={String(USUAL_DAYS)}
        data={DAYS.map(days => ({value: String(days), label: texts.days(days)}))}
      />
    </IssueForm>
  )
}
