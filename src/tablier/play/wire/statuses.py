"""The HTTP status of each refusal, by its key; all others are 400."""

STATUSES = {
    "no_game": 404,
    "no_table": 404,
    "no_puzzle": 404,
    "no_lesson": 404,
    "no_bot": 404,
    "not_at_table": 404,
    "no_bearer": 401,
    "not_stored": 503,
    "uncertain": 503,
    "no_database": 503,
    "outdated": 409,
    "went_on_apart": 409,
    "too_many_streams": 429,
    "too_many_pictures": 503,
    "no_address": 404,
    "only_json": 501,
}
