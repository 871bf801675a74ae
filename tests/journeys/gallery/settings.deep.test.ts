import {readRoom, walkRoom} from '../support/gallery'

walkRoom('settings')
readRoom('settings')
