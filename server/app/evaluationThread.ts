import {serveTasks} from '../evaluation/thread'

/** All that threads evaluate for the server. */
const tasks = {}

export type EvaluationTasks = typeof tasks

serveTasks(tasks)
