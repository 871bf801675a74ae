import {useParams} from 'react-router-dom'
import type {Description} from '../../../domain/records/description'
import {useConsole} from '../logic'

export interface RecordPageProps {
  description: Description
  /** Opens with its form. */
  isEditing?: boolean
}

/** One entity: what it is, its form, its deletion, its attributes. */
export function RecordPage({description, isEditing = false}: RecordPageProps) {
  const {id = ''} = useParams()
  const {record} = useConsole()
  return <h1>{`${description.noun} ${id} ${record.id} ${isEditing}`}</h1>
}
