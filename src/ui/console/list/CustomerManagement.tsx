import {NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useSearchParams} from 'react-router-dom'
import {customers} from '../../../domain/console/records/customers'
import {type ConsoleRecord, nameOf} from '../../../domain/console/records/description'
import {organisations} from '../../../domain/console/records/organisations'
import type {RecordListRef} from '../../../machines/console/recordList'
import styles from './OrganisationsPage.module.css'
import {RecordList} from './RecordList'
import {texts} from './texts'
import {useRecordList} from './useRecordList'

const CHOSEN = 'organisation'
const PREFIX = 'customer.'
const OFFERED = 200

/** The `organisation` parameter of the address holds the id of the chosen organisation. */
export function CustomerManagement({organisationList}: {organisationList: RecordListRef}) {
  const [parameters] = useSearchParams()
  const shown = useSelector(organisationList, ({context}) => context.shown)
  const chosenId = parameters.get(CHOSEN) ?? ''
  const isLoading = useSelector(organisationList, s => s.matches('loading'))
  const chosen = shown.find(({id}) => id === chosenId)
  // The content above decides where this begins.
  if (isLoading) return null
  return (
    <section className={styles.section}>
      <h2>{texts.management.heading}</h2>
      <OrganisationChoice shown={shown} chosenId={chosenId} chosen={chosen} />
      {chosenId === '' ? (
        <p className={styles.hint}>{texts.management.hint}</p>
      ) : (
        <Customers key={chosenId} organisationId={chosenId} owner={chosen} />
      )}
    </section>
  )
}

interface ChoiceProps {
  shown: readonly ConsoleRecord[]
  chosenId: string
  chosen: ConsoleRecord | undefined
}

function OrganisationChoice({shown, chosenId, chosen}: ChoiceProps) {
  const [, setParameters] = useSearchParams()
  const offered = shown.slice(0, OFFERED)
  const isOffered = chosenId === '' || offered.some(({id}) => id === chosenId)
  return (
    <NativeSelect
      size="xs"
      className={styles.choice ?? ''}
      label={texts.management.of}
      description={shown.length > OFFERED ? texts.management.more(OFFERED) : undefined}
      value={chosenId}
      onChange={({currentTarget: {value}}) => setParameters(parameters => withChosen(parameters, value))}
    >
      <option value="" disabled>
        {texts.management.choose}
      </option>
      {!isOffered && <option value={chosenId}>{chosen === undefined ? chosenId : titleOf(chosen)}</option>}
      {offered.map(organisation => (
        <option key={organisation.id} value={organisation.id}>
          {titleOf(organisation)}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Drops the search and sorting of the customers, which were meant for the organisation chosen before. */
function withChosen(parameters: URLSearchParams, id: string): URLSearchParams {
  const remaining = [...parameters].filter(([name]) => !name.startsWith(PREFIX))
  return new URLSearchParams([...remaining.filter(([name]) => name !== CHOSEN), [CHOSEN, id]])
}

const titleOf = (organisation: ConsoleRecord): string => nameOf(organisations, organisation)

function Customers({organisationId, owner}: {organisationId: string; owner: ConsoleRecord | undefined}) {
  const list = useRecordList(customers, organisationId, PREFIX)
  return <RecordList list={list} owner={owner === undefined ? '' : titleOf(owner)} />
}
