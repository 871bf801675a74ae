import {Button} from '@mantine/core'
import type {ReactNode} from 'react'
import {Link} from 'react-router-dom'
import {chartPath} from '../../../domain/console/paths'
import {type ConsoleRecord, type Description, titleOf} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import {mayChange} from '../../../domain/rights'
import type {RecordRef} from '../../../machines/console/record/record'
import {useHasAdditions} from '../../kit/application'
import {buttons} from '../../kit/text/texts'
import {useMay, usePaths, useViewer} from '../../kit/viewer'
import {ConsolePage} from '../ConsolePage'
import {useCrumbs} from '../crumbs'
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
  /** Tells whether no page is above it. */
  isTop: boolean
  children: ReactNode
}

export function ShownRecord({record, description, found, isTop, children}: ShownRecordProps) {
  const {kind, struckBy} = description
  const viewer = useViewer()
  const paths = usePaths()
  const crumbs = useCrumbs(description, typedText(found.values.organisationId))
  const mayEdit = mayChange(viewer, 'edit', description, found)
  const seesHistory = useMay('audit')
  const name = titleOf(description, found)
  const hasAdditions = useHasAdditions()
  const isStruck = struckBy !== undefined && found.values[struckBy] === true
  return (
    <ConsolePage
      heading={name}
      mark={isStruck && <span className={styles.struck}>{texts.deleted}</span>}
      crumbs={isTop ? [] : crumbs}
      actions={
        <>
          {kind === 'device' && (
            <Button component={Link} to={chartPath(found.id)} variant="subtle" size="xs">
              {texts.openInDashboard}
            </Button>
          )}
          {kind === 'user' && mayEdit && !isStruck && hasAdditions && <SignOutEverywhere id={found.id} />}
          {seesHistory && (
            <Button component={Link} to={paths.history(kind, found.id)} variant="subtle" size="xs">
              {texts.history}
            </Button>
          )}
          {mayEdit && (
            <Button component={Link} to={paths.edit(kind, found.id)} variant="default" size="xs">
              {texts.edit}
            </Button>
          )}
          {!isStruck && mayChange(viewer, 'delete', description, found) && (
            <Button variant="default" size="xs" onClick={() => record.send({type: 'delete.requested'})}>
              {buttons.delete}
            </Button>
          )}
        </>
      }
    >
      {isStruck && mayEdit && <p className={styles.lead}>{texts.restore}</p>}
      {found.values.isInvited === true && mayEdit && !isStruck && <Invitation id={found.id} />}
      {kind === 'user' && mayEdit && !isStruck && hasAdditions && found.id !== viewer.id && (
        <Rescue key={found.id} id={found.id} />
      )}
      {children}
      <DeleteDialog record={record} description={description} found={found} />
    </ConsolePage>
  )
}
