import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {type ConsoleRecord, type Description, titleOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import type {RecordRef} from '../../../machines/console/record/record'
import {useApplication, useOffered} from '../../kit/application'
import {buttons} from '../../kit/text/texts'
import {ConsolePage} from '../ConsolePage'
import {crumbsAbove} from '../crumbs'
import {chartPath, editPath, historyPath} from '../paths'
import {DeleteDialog} from './DeleteDialog'
import {Invitation} from './Invitation'
import styles from './Record.module.css'
import {Rescue} from './Rescue'
import {SignOutEverywhere} from './SignOutEverywhere'
import {texts} from './texts'

export interface ShownRecordProps {
  record: RecordRef
  description: Description
  found: ConsoleRecord
  children: ReactNode
}

export function ShownRecord({record, description, found, children}: ShownRecordProps) {
  const {kind, struckBy} = description
  const {session} = useApplication()
  const ownId = useSelector(session, ({context}) => context.user?.id)
  const name = titleOf(description, found)
  const offered = useOffered()
  const isStruck = struckBy !== undefined && found.values[struckBy] === true
  return (
    <ConsolePage
      heading={name}
      mark={isStruck && <span className={styles.struck}>{texts.deleted}</span>}
      crumbs={crumbsAbove(description, typedText(found.values.organisationId))}
      actions={
        <>
          {kind === 'device' && (
            <Button component={Link} to={chartPath(found.id)} variant="subtle" size="xs">
              {texts.openInDashboard}
            </Button>
          )}
          {kind === 'user' && !isStruck && offered?.userSessions === true && <SignOutEverywhere id={found.id} />}
          <Button component={Link} to={historyPath(kind, found.id)} variant="subtle" size="xs">
            {texts.history}
          </Button>
          <Button component={Link} to={editPath(kind, found.id)} variant="default" size="xs">
            {texts.edit}
          </Button>
          {!isStruck && (
            <Button variant="default" size="xs" onClick={() => record.send({type: 'delete.requested'})}>
              {buttons.delete}
            </Button>
          )}
        </>
      }
    >
      {isStruck && <p className={styles.lead}>{texts.restore}</p>}
      {found.values.isInvited === true && !isStruck && <Invitation id={found.id} />}
      {kind === 'user' && !isStruck && offered?.secondFactor === true && found.id !== ownId && (
        <Rescue key={found.id} id={found.id} />
      )}
      {children}
      <DeleteDialog record={record} description={description} found={found} />
    </ConsolePage>
  )
}
