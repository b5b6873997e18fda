-- before: what was put to a person for their yes or no. Code that does not know it asks nothing.

-- At most one question a turn: `seq` is the number of the person's message that the turn began with.
-- Ids only: the words of a question are those of its record. `answer` is yes, no or unclear.
CREATE TABLE question (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    conversation TEXT NOT NULL,
    seq {int} NOT NULL,
    layer TEXT NOT NULL,
    record TEXT NOT NULL,
    asked_at {int} NOT NULL,
    answer TEXT,
    message TEXT,
    answered_at {int},
    PRIMARY KEY (tenant, owner, conversation, seq)
) {strict};
CREATE INDEX question_of_record ON question (tenant, record);
