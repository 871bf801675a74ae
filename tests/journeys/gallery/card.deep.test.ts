import {readRoom, walkRoom} from '../support/gallery'

walkRoom('card')
readRoom('card')
